const partHeader = /^Content-[A-Za-z-]+:/gm;
const partHeaderLine = /^Content-[A-Za-z-]+:.*$/gm;

/** A change of a form, which has a character for each byte. */
type ChangeForm = (form: string) => string;

/** Other ways in which clients write a form (RFC 7578, RFC 2046). */
export const clientForms: Record<string, ChangeForm> = {
  'headers in lower case': (form) => form.replaceAll(partHeader, (name) => name.toLowerCase()),
  'headers in upper case': (form) => form.replaceAll(partHeader, (name) => name.toUpperCase()),
  'no spaces after colons and semicolons': (form) =>
    form.replaceAll(partHeaderLine, (line) => line.replaceAll(/([:;]) /g, '$1')),
  'the file name before the name': (form) => form.replace(/(name="file"); (filename=".*")/, '$2; $1'),
  'an empty line before the first boundary': (form) => `\r\n${form}`,
  'text before the first boundary': (form) => `This is a form.\r\n${form}`,
  'text after the last boundary': (form) => `${form}This was a form.\r\n`,
  'no line end after the last boundary': (form) => form.slice(0, -2),
};

/** Forms that end too early. */
export const cutForms: Record<string, ChangeForm> = {
  'cut within the file': (form) => form.slice(0, -400),
  'cut within the last boundary': (form) => form.slice(0, -10),
  'cut before the end of the last boundary': (form) => form.slice(0, -5),
  'cut within the headers of the file': (form) => form.slice(0, form.indexOf('filename')),
};

/** Every change of a form, by name. */
export const formsAs: Record<string, ChangeForm> = { ...clientForms, ...cutForms };
