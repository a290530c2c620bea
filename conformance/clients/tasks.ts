// What a client is asked to do.
import { createHash } from 'node:crypto';
import type { Task } from '../oracle/client/session.ts';
import { pdf } from '../values/evidence-files.ts';

export const tasks: Task[] = [
  { name: 'approve', type: 'PF', ends: 'APPROVED' },
  { name: 'deny', type: 'PF', ends: 'DENIED' },
  { name: 'company', type: 'PM', ends: 'APPROVED' },
  { name: 'reject', type: 'PF', ends: 'rejected' },
];

/** A file for the task: a PDF, or a text, which every service rejects. */
export function fileFor({ ends }: Task): { name: string; bytes: Buffer } {
  if (ends === 'rejected') return { name: 'notes.txt', bytes: Buffer.from('This text is no picture and no PDF.\n') };
  return { name: 'evidence.pdf', bytes: pdf(crypto.randomUUID()) };
}

/** The file with parts behind its end, as a form with one of these boundaries would have them. Readers of PDF ignore them. */
export function withParts(file: Buffer, boundaries: Iterable<string>): Buffer {
  const parts = [...boundaries].map(
    (boundary) => `\r\n--${boundary}\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n--${boundary}--\r\n`,
  );
  return Buffer.concat([file, Buffer.from(parts.join(''), 'latin1')]);
}

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
