import type { Exchange } from '../../engine/exchange.ts';
import type { FormPart } from '../request/form-body.ts';
import type { Report } from '../terms.ts';

// Bytes of a file that are searched for in a response (D13).
const excerpt = 12;

/** A response shows neither the name nor the content of a file that was sent (D13, D18). */
export function judgeDisclosure(
  parts: FormPart[] = [],
  { body }: NonNullable<Exchange['response']>,
  report: Report,
): void {
  const file = parts.find(({ name }) => name === 'file');
  if (!file) return;
  const shown = body.toString();
  const name = file.filename?.replace(/\.\w+$/, '') ?? '';
  if (/^(?=.*\d)\S{12,}$/.test(name) && shown.includes(name))
    report('upload-artifact.file-name-not-echoed', 'a response without the file name', shown);
  const bytes = file.content.subarray(0, excerpt);
  // White space and the like are in a response by chance.
  if (new Set(bytes).size < excerpt / 2) return;
  const inner = file.content.subarray(4, 4 + excerpt);
  const forms = [bytes.toString('base64'), bytes.toString('hex'), inner.toString('latin1')];
  if (forms.some((form) => form.length >= excerpt && shown.includes(form)))
    report('upload-artifact.content-not-returned', 'a response without the content', shown);
}
