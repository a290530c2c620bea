// Runs one generated client: what its create, upload, reads and rejections show to the program that uses it.

declare const process: { env: Record<string, string | undefined>; stdout: { write(text: string): void } };

export const baseUrl = process.env['BASE_URL']!;
export const apiKey = process.env['API_KEY']!;
export const authorization = `Bearer ${apiKey}`;
/** True in the second row of a tool: the program uses the setting that the row names. */
export const isSet = process.env['SETTING'] === 'yes';

/** What a call returned or threw, as the program finds it. */
export interface Shown {
  data?: unknown;
  problem?: unknown;
  headers?: Headers | { get(name: string): unknown } | Record<string, unknown> | undefined;
}

export interface Client {
  create: (reference: string, key: string) => Promise<Shown>;
  upload: (caseId: string, file: File, key: string) => Promise<Shown>;
  read: (caseId: string) => Promise<Shown>;
  /** where a thrown error has the problem */
  problemIn?: (error: any) => Shown;
}

const propertyOf = (value: unknown, name: string): unknown => (value as Record<string, unknown> | undefined)?.[name];

/** Runs the call; an error without a problem is shown by its name. */
async function outcomeOf(client: Client, call: () => Promise<Shown>): Promise<Shown & { error?: string }> {
  try {
    return await call();
  } catch (error) {
    const shown = client.problemIn?.(error) ?? {};
    return { ...shown, error: error instanceof Error ? error.name : typeof error };
  }
}

/** The type of the problem, or what the program sees instead. */
function rejectionIn({ problem, error, data }: Shown & { error?: string }): string {
  const type = propertyOf(problem, 'type');
  if (typeof type === 'string' && type.includes('/problems/')) return type.replace(/^.*\/problems\//, '');
  if (error !== undefined) return `lost: ${error}`;
  return data === undefined ? 'lost' : 'taken for a success';
}

function waitIn({ problem, headers }: Shown): string {
  const get = (headers as { get?: (name: string) => unknown } | undefined)?.get;
  const header = typeof get === 'function' ? get.call(headers, 'Retry-After') : propertyOf(headers, 'retry-after');
  if (header !== undefined && header !== null) return 'header';
  return propertyOf(problem, 'retry_after') === undefined ? 'no' : '`retry_after` only';
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Prints the cells of the row of this client. */
export async function probe(client: Client): Promise<void> {
  const success = async (call: () => Promise<Shown>, is: (data: unknown) => boolean) => {
    const shown = await outcomeOf(client, call);
    if (is(shown.data)) return 'yes';
    const status = propertyOf(shown.problem, 'status');
    if (status !== undefined) return `no: ${String(status)}`;
    // A validator may return its error in place of a problem.
    const name = shown.problem instanceof Error ? shown.problem.name : 'another result';
    return `no: ${shown.error ?? name}`;
  };
  // Created by hand, so that one failure does not hide the others.
  const response = await fetch(`${baseUrl}/cases`, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'PF', reference: 'sandbox:hold' }),
  });
  const { id } = (await response.json()) as { id: string };
  const bytes = Uint8Array.of(0xff, 0xd8, 0xff, 0xdb);
  const file = new File([bytes], 'front.jpg', { type: 'image/jpeg' });
  const sha256 = hex(await crypto.subtle.digest('SHA-256', bytes));

  const create = await success(
    () => client.create('sandbox:hold', 'first-key-of-a-case'),
    (data) => typeof propertyOf(data, 'id') === 'string',
  );
  const upload = await success(
    () => client.upload(id, file, 'a-key-of-an-upload'),
    (data) => propertyOf(data, 'sha256') === sha256,
  );
  const read = await success(
    () => client.read(id),
    (data) => propertyOf(data, 'status') === 'PENDING',
  );
  const key = crypto.randomUUID();
  const twice = [await outcomeOf(client, () => client.create('sandbox:hold', key))];
  twice.push(await outcomeOf(client, () => client.create('sandbox:hold', key)));
  const [one, other] = twice.map(({ data }) => propertyOf(data, 'id'));
  const unknown = await outcomeOf(client, () => client.read('case_0123456789abcdef'));
  const busy = await outcomeOf(client, () => client.create('sandbox:error:429', crypto.randomUUID()));
  const cells = {
    create,
    upload,
    read,
    key: one === undefined ? '–' : one === other ? 'sent' : 'not sent',
    404: rejectionIn(unknown) === 'not-found' ? 'yes' : rejectionIn(unknown),
    429: rejectionIn(busy) === 'rate-limited' ? 'yes' : rejectionIn(busy),
    wait: waitIn(busy),
  };
  process.stdout.write(`${JSON.stringify(cells)}\n`);
}
