import { readdirSync, readFileSync } from 'node:fs';

const samplesFolder = new URL('../samples/', import.meta.url);
const languages = [
  { file: 'curl.sh', label: 'curl' },
  { file: 'fetch.ts', label: 'TypeScript' },
  { file: 'node-http.ts', label: 'TypeScript' },
  { file: 'requests-client.py', label: 'Python' },
  { file: 'http-server.py', label: 'Python' },
  { file: 'net-http.go', label: 'Go' },
  { file: 'http-client.java', label: 'Java' },
  { file: 'http-server.java', label: 'Java' },
];

export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** The samples of an operation as the reference lists them, by language. */
export function samplesOf(operation: string): Sample[] {
  const files = new Set(readdirSync(new URL(operation, samplesFolder)));
  return languages
    .filter(({ file }) => files.has(file))
    .map(({ file, label }) => ({ lang: label, label, source: sample(`${operation}/${file}`) }));
}

/** The text of a sample, by its path: `createCase/curl.sh`. */
export const sample = (file: string): string => readFileSync(new URL(file, samplesFolder), 'utf8').trim();
