import { words } from './texts.ts';

/** Names that a framework adds, reads or removes by itself. */
const swallowedNames = words(
  `_method method format _format controller action route case case_id id commit submit authenticity_token _token
  csrfmiddlewaretoken __RequestVerificationToken utf8 _charset_ MAX_FILE_SIZE UPLOAD_IDENTIFIER PHPSESSID @type @class
  $type __class__ self query`,
);

/** Names that every object of some language has. */
const inheritedNames = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'class', 'length'];

// Characters with a meaning in a JSON pointer, in a URI or in other path languages.
const tokens = ['~', '/', '//', '%', '~0', '~1', '~01', '%2F', '%7E', '.', '..', '[0]', "['x']"];

/** Names that a pointer has to escape, or that look like a part of one. */
export const pointerLikeNames = [...tokens, tokens.join(''), ' $#?&+:;"\'\\^|`<>{}@!*(),=-_7aBéñ身🪪\u200d'];

/** Names of properties or parts that the contract does not know, whatever carries them. */
export const unknownNames = [
  ...words(
    'nickname note status score reasons artifacts created_at decided_at tenant mode metadata _internal _id $schema',
  ),
  ...words('Type REFERENCE KIND File'),
  'type ',
  ' kind',
  ...words('type[] kind[] file[] file[0] files 0 1 null'),
  ...swallowedNames,
  ...inheritedNames,
];
