// What the single requests of a client must be.
import { createHash } from 'node:crypto';
import { type FreedomId, freedoms } from '../../../generated/freedoms.ts';
import { type RequirementId, requirements } from '../../../generated/requirements.ts';
import { headerIn } from '../../wire/exchange.ts';
import { rejectionText } from '../allowed.ts';
import { mediaTypeIn } from '../request/media-type.ts';
import { type ClientFinding, isCreate, isRead, isUpload, type Sent, type Traffic } from './session.ts';

/** Reasons to reject a file that are about what the person who is verified has chosen. */
const ofTheFile = new Set<string>([
  'upload-artifact.unsupported-file-415',
  'upload-artifact.empty-file',
  'upload-artifact.part-type-disagrees',
  'limits.file-rejected',
  'file.not-whole',
  'file.part-of-signature',
  'file.no-name',
  'file.long-name',
  'file.name-not-utf8',
] satisfies (RequirementId | FreedomId)[]);

const sentenceOf = (id: RequirementId) => requirements.find((each) => each.id === id)!.text;

/** Of a request of the three operations with the key of the client: what a service may reject it for. */
export function validRequests({ sent, task, file }: Traffic): ClientFinding[] | undefined {
  const own = sent.filter(
    (each) => each.reading.authorization.caller && (isCreate(each) || isUpload(each) || isRead(each)),
  );
  // The task asks for an upload that every service rejects.
  const judged = task?.ends === 'rejected' ? own.filter((each) => !isUpload(each)) : own;
  if (judged.length === 0) return undefined;
  return judged.flatMap(({ reading, exchange }) => {
    const isCut = exchange.request.incomplete || reading.isCut;
    // Without a file of the suite, the client need not know what it sends.
    const isJudged = (by: string) => file !== undefined || !ofTheFile.has(by);
    const reasons = isCut ? [] : reading.rejections;
    const [first] = reasons.filter(({ requirement, freedom }) => isJudged(freedom ?? requirement));
    const freedom = first?.freedom ?? reading.freedoms[0];
    if (!first && freedom === undefined) return [];
    const rule =
      freedom === undefined
        ? `${first!.requirement}: ${sentenceOf(first!.requirement)}`
        : `the freedom ${freedom}: ${freedoms[freedom].sentence}`;
    const response = first ? rejectionText(first) : 'a rejection';
    const may = first?.must ? 'must' : 'may';
    const actual = `one that a service ${may} reject with ${response}, by ${rule.replace(/\.$/, '')}`;
    return [{ expected: 'a request that every service accepts', actual, exchange }];
  });
}

/** The bytes of the file in each upload. */
export function fileUnchanged({ sent, file }: Traffic): ClientFinding[] | undefined {
  if (!file) return undefined;
  const uploads = sent.filter((each) => isUpload(each) && each.exchange.request.body.length > 0);
  const whole = uploads.filter(({ exchange, reading }) => !exchange.request.incomplete && !reading.isCut);
  if (whole.length === 0) return undefined;
  return whole.flatMap(({ reading, exchange }) => {
    const parts = reading.upload?.parts.filter(({ name }) => name === 'file') ?? [];
    const [part] = parts;
    const isSame = parts.length === 1 && part!.size === file.bytes.length && digestOf(part!.content) === file.sha256;
    if (isSame) return [];
    const boundary = mediaTypeIn(headerIn(exchange.request.headers, 'Content-Type') ?? '')?.parameters.get('boundary');
    const isEnded = boundary !== undefined && file.bytes.includes(`--${boundary}`);
    const actual = isEnded
      ? 'a form that ends inside the file, which contains the boundary of an earlier upload: make a random one each time, as HTTP libraries do'
      : bytesText(parts);
    const expected = `the ${file.bytes.length} bytes of the file of the task`;
    // A form that nobody can read has no part that could be compared.
    return [
      { expected, actual, exchange, ...(parts.length === 0 && !isEnded && { follows: 'client.valid-requests' }) },
    ];
  });
}

function bytesText([part, ...more]: { size: number }[]): string {
  if (!part || more.length > 0) return `${part ? more.length + 1 : 0} parts named file`;
  if (part.size > 0) return `${part.size} other bytes`;
  return 'no bytes: a file that was read to its end before is sent again as nothing; keep its bytes, or open it for each attempt';
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The key in the one header where it belongs, and at no other origin. */
export function keyOnlyInAuthorization({ sent, elsewhere, key }: Traffic): ClientFinding[] | undefined {
  if (sent.length === 0 && elsewhere.length === 0) return undefined;
  const forms = [key, encodeURIComponent(key), Buffer.from(key).toString('base64')];
  const hasKey = (text: string) => forms.some((form) => text.includes(form));
  const placeIn = ({ exchange: { request } }: Pick<Sent, 'exchange'>): string | undefined => {
    if (hasKey(request.url)) return 'in the address';
    const header = request.headers.find(([name, value]) => name.toLowerCase() !== 'authorization' && hasKey(value));
    if (header) return `in the header ${header[0]}`;
    return hasKey(Buffer.concat(request.body).toString('latin1')) ? 'in the body' : undefined;
  };
  const leaked = elsewhere.filter(({ request }) => request.headers.some(([, value]) => hasKey(value)));
  return [
    ...sent.flatMap((each) => {
      const place = placeIn(each);
      return place === undefined
        ? []
        : [{ expected: 'the key in Authorization only', actual: place, exchange: each.exchange }];
    }),
    ...leaked.map((exchange) => ({
      expected: 'the key at the origin of the base address only',
      actual: `sent to ${new URL(exchange.request.url).origin}`,
      exchange,
    })),
  ];
}
