// A process that sends the statements of reads or creates to the database, and prints how many per second it completed.
import type { Case } from '../../reference-impl/domain/contract.ts';
import { defaultParts } from '../../reference-impl/compose.ts';
import { openPostgres } from '../../reference-impl/stores/postgres/open.ts';

const [url = '', load = '', callers = '', seconds = ''] = process.argv.slice(2);
const caller = { tenant: 'one', mode: 'sandbox' } as const;
const parts = defaultParts();
const { store } = await openPostgres(url, parts.log);

const open = async (): Promise<Case> => {
  const opened = parts.newCase({ type: 'PF', reference: 'bench' }, parts);
  await store.openCase(caller, opened, undefined, { status: 201, body: opened });
  return opened;
};
const { id } = await open();
const act = load === 'reads' ? () => store.findCase(caller, id) : open;

let count = 0;
const started = performance.now();
const isOver = () => performance.now() - started > Number(seconds) * 1000;
const work = async () => {
  for (; !isOver(); count += 1) await act();
};
await Promise.all(Array.from({ length: Number(callers) }, work));
process.stdout.write(String((count * 1000) / (performance.now() - started)));
await store.close();
