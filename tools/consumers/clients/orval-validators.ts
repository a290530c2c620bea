// Written against the validators that orval generates with zod: they accept a case as it is, and no other.
import { GetCaseResponse } from './orval/zod.ts';

declare const process: { env: Record<string, string | undefined>; stdout: { write(text: string): void } };

const { BASE_URL: address, API_KEY: key } = process.env;
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
const body = JSON.stringify({ type: 'PF', reference: 'sandbox:hold' });
const response = await fetch(`${address}/cases`, { method: 'POST', headers, body });
const opened = GetCaseResponse.parse(await response.json());

// @ts-expect-error: a property that the contract does not have
void opened.nickname;

const wrong = [
  { ...opened, status: 'OPEN' },
  { ...opened, score: 101 },
  { ...opened, artifacts: undefined },
];
const accepted = wrong.filter((value) => GetCaseResponse.safeParse(value).success);
process.stdout.write(`${opened.status} ${accepted.length}\n`);
