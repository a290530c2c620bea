import type { RequirementId } from '../../generated/requirements.ts';
import type { Answer } from '../engine/exchange.ts';
import {
  expectAccepted,
  expectHeader,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
  isAccepted,
  objectOf,
} from '../engine/expect.ts';
import { foreignContents, jpeg, png } from '../evidence-files/index.ts';
import { arranged, type Checks, type Context, each, eachInTurn, refused } from './context.ts';
import {
  type Artifact,
  artifactMembers,
  type Case,
  caseIn,
  knownCase,
  listedIn,
  partsOf,
  pick,
  type Tenant,
} from './tenant.ts';

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });

/** Creates with the key; that it succeeds without one, and opens another case then, is the control. */
async function createWith(
  tenant: Tenant,
  key: string,
  body: { type: 'PF' | 'PM'; reference: string },
): Promise<Answer> {
  const { id } = await tenant.openCase(body.type);
  const created = await arranged('idempotency.key-forms', async () => {
    const answer = await tenant.create(body, withKey(key));
    expectAccepted(answer);
    return answer;
  });
  await arranged('create-case.assigns-identifier', async () =>
    expectThat(tenant.idOf(created) !== id, 'another case than before', 'the same case', created),
  );
  return created;
}

/** Uploads with the key to a case that has taken evidence without one. */
async function uploadWith(tenant: Tenant, caseId: string, key: string, upload = {}): Promise<Answer> {
  return arranged('idempotency.key-forms', async () => {
    const answer = await tenant.upload(caseId, upload, withKey(key));
    expectAccepted(answer);
    return answer;
  });
}

async function caseFor({ tenant }: Context): Promise<string> {
  const { id } = await tenant.openCase();
  await tenant.addEvidence(id, { file: jpeg('without a key') });
  return id;
}

/** An upload with a key that another upload, without one, was not answered like. */
async function firstUpload(context: Context): Promise<{ id: string; key: string; first: Answer }> {
  const { tenant, run } = context;
  const { id } = await tenant.openCase();
  const other = await tenant.addArtifact(id, { file: jpeg('without a key') });
  const key = run.reference();
  const first = await uploadWith(tenant, id, key);
  await arranged('upload-artifact.ids-differ', async () =>
    expectThat(objectOf(first)['id'] !== other.id, 'another artifact than before', 'the same artifact', first),
  );
  return { id, key, first };
}

function expectReplay(answer: Answer, first: Answer): void {
  expectStatus(answer, first.status);
  expectSame('the body of the first answer,', known(objectOf(answer)), known(objectOf(first)), answer);
}

// What a service adds to its answers, such as the id of a trace, is its own.
const known = (body: Record<string, unknown>) =>
  'status' in body ? knownCase(body as Case) : pick(body as Artifact, ...artifactMembers);

/** That a create is replayed at all: the control of what must not hinder it, or must. */
const replaysCreates = (context: Context) =>
  arranged('idempotency.create-replays', () =>
    context.once('a create replayed', async ({ tenant, run }) => {
      const [key, body] = [run.reference(), tenant.newCase()];
      const first = await createWith(tenant, key, body);
      for (let repetition = 1; repetition <= 2; repetition += 1) {
        const again = await tenant.create(body, withKey(key));
        expectReplay(again, first);
        expectSame('the Location', again.header('Location'), first.header('Location'), again);
      }
    }),
  );

/** That an upload is replayed at all. */
const replaysUploads = (context: Context) =>
  arranged('idempotency.upload-replays', () =>
    context.once('an upload replayed', async (shared) => {
      const { id, key, first } = await firstUpload(shared);
      for (let repetition = 1; repetition <= 2; repetition += 1)
        expectReplay(await shared.tenant.upload(id, {}, withKey(key)), first);
    }),
  );

/** All are the same success, or refused because the first is still running; at least one succeeded. */
function expectOneThing(answers: Answer[]): unknown {
  const accepted = answers.filter(isAccepted);
  for (const answer of answers)
    if (!isAccepted(answer)) {
      expectProblem(answer, 409, '/problems/idempotency-key-in-use');
      expectHeader(answer, 'Retry-After', (value) => /^[0-9]+$/.test(value), 'whole seconds');
    }
  expectThat(accepted.length > 0, 'at least one success', answers.map(({ status }) => status).join(', '), answers[0]);
  const ids = new Set(accepted.map((answer) => objectOf(answer)['id']));
  expectThat(ids.size === 1, 'one id in all answers', [...ids].join(', '), accepted[0]);
  return [...ids][0];
}

export const idempotency: Checks<'idempotency'> = {
  'idempotency.create-replays': async (context) => {
    const { tenant, run } = context;
    const made: [key: string, body: Parameters<typeof createWith>[2], first: Answer][] = [];
    for (const type of ['PF', 'PM'] as const) {
      const [key, body] = [run.reference(), tenant.newCase(type)];
      made.push([key, body, await createWith(tenant, key, body)]);
    }
    const repeat = async () => {
      for (const [key, body, first] of made) {
        const again = await tenant.create(body, withKey(key));
        expectReplay(again, first);
        expectSame('the Location', again.header('Location'), first.header('Location'), again);
      }
    };

    await repeat();
    await repeat();
    // What is refused with the key changes nothing of what it stands for, and it stands for it a day long.
    for (const [key] of made)
      await refused('idempotency.create-key-reused', () => tenant.create(tenant.newCase(), withKey(key)));
    await context.throughout(repeat);
  },

  'idempotency.upload-replays': async (context) => {
    const { id, key, first } = await firstUpload(context);
    const repeat = async () => expectReplay(await context.tenant.upload(id, {}, withKey(key)), first);

    await repeat();
    await repeat();
    await refused('idempotency.upload-key-reused-other-kind', () =>
      context.tenant.upload(id, { kind: 'ID_BACK' }, withKey(key)),
    );
    await context.throughout(repeat);
  },

  'idempotency.upload-stored-once': async (context) => {
    const { tenant } = context;
    const id = await caseFor(context);
    const key = context.run.reference();
    await uploadWith(tenant, id, key);
    const before = await tenant.readCase(id);
    await arranged('get-case.lists-evidence', async () =>
      expectSame('the number of artifacts', listedIn(before).length, 2),
    );

    await tenant.upload(id, {}, withKey(key));
    await tenant.upload(id, {}, withKey(key));

    const read = await tenant.look(id);
    expectSame('the number of artifacts', listedIn(caseIn(read)).length, listedIn(before).length, read);
  },

  'idempotency.equal-json': async (context) => {
    const { tenant, run } = context;
    await replaysCreates(context);
    const [key, body] = [run.reference(), { type: 'PF' as const, reference: `é/"${run.reference()}` }];
    const first = await createWith(tenant, key, body);

    const escaped = [...body.reference]
      .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    const texts = {
      'another order': JSON.stringify({ reference: body.reference, type: body.type }),
      'white space': JSON.stringify(body, null, 4).replaceAll('\n', '\r\n'),
      escapes: `{"type":"\\u0050F","reference":"${escaped}"}`,
    };
    await eachInTurn(texts, async (text) =>
      expectReplay(await tenant.createRaw(Buffer.from(text), withKey(key)), first),
    );
  },

  'idempotency.upload-fingerprint': async (context) => {
    const { tenant } = context;
    await replaysUploads(context);
    const id = await caseFor(context);
    const key = context.run.reference();
    const first = await uploadWith(tenant, id, key);

    const [kind, file] = partsOf({}) as [ReturnType<typeof partsOf>[number], ReturnType<typeof partsOf>[number]];
    const same = {
      'another boundary': () => tenant.uploadParts(id, [kind, file], { boundary: 'another-boundary', ...withKey(key) }),
      'another order of parts': () => tenant.uploadParts(id, [file, kind], withKey(key)),
      'another file name': () => tenant.upload(id, { filename: 'renamed.jpeg' }, withKey(key)),
      'another label of the same type': () => tenant.upload(id, { type: 'application/octet-stream' }, withKey(key)),
      'no label': () => tenant.upload(id, { type: null }, withKey(key)),
      'no announced length': () => tenant.upload(id, {}, { chunked: true, ...withKey(key) }),
    };
    await eachInTurn(same, async (send) => expectReplay(await send(), first));
  },

  'idempotency.create-key-reused': async ({ tenant, run }) => {
    const key = run.reference();
    const reference = `caf\u00e9 ${run.reference()}`;
    await createWith(tenant, key, tenant.newCase('PF', reference));

    const others: Record<string, ['PF' | 'PM', (text: string) => string, RequirementId]> = {
      'another reference': ['PF', () => run.reference(), 'create-case.opens-person-case'],
      'another type': ['PM', (text) => text, 'create-case.opens-entity-case'],
      'the reference in upper case': ['PF', (text) => text.toUpperCase(), 'create-case.returns-reference'],
      'the reference with a space': ['PF', (text) => `${text} `, 'create-case.returns-reference'],
      'the reference with another end': ['PF', (text) => `${text}x`, 'create-case.returns-reference'],
      'the reference in another Unicode form': ['PF', (text) => text.normalize('NFD'), 'create-case.returns-reference'],
    };
    await eachInTurn(others, async ([type, change, by]) => {
      await tenant.openCase(type, change(`caf\u00e9 ${run.reference()}`), by);
      const other = await tenant.create(tenant.newCase(type, change(reference)), withKey(key));
      expectProblem(other, 422, '/problems/idempotency-key-reused');
    });
  },

  'idempotency.upload-key-reused-other-file': async (context) => {
    const id = await caseFor(context);
    const key = context.run.reference();
    const file = Buffer.concat([jpeg('aaaa'), Buffer.alloc(200_000, 'x')]);
    await uploadWith(context.tenant, id, key, { file });

    const others = {
      'another beginning, the same size': { file: Buffer.concat([jpeg('aaab'), file.subarray(jpeg('aaab').length)]) },
      'another end, the same size': { file: Buffer.concat([file.subarray(0, -1), Buffer.from('y')]) },
      'one byte less': { file: file.subarray(0, -1) },
      'another type': { file: png(), type: 'image/png' },
    };
    await eachInTurn(others, async (other) =>
      expectProblem(await context.tenant.upload(id, other, withKey(key)), 422, '/problems/idempotency-key-reused'),
    );
  },

  'idempotency.upload-key-reused-other-kind': async (context) => {
    const id = await caseFor(context);
    const key = context.run.reference();
    await uploadWith(context.tenant, id, key, { kind: 'ID_FRONT' });

    expectProblem(
      await context.tenant.upload(id, { kind: 'ID_BACK' }, withKey(key)),
      422,
      '/problems/idempotency-key-reused',
    );
  },

  'idempotency.other-key-other-case': async ({ tenant, run }) => {
    const [key, body] = [`Key-${run.reference()}`, tenant.newCase()];
    const first = await createWith(tenant, key, body);

    const ids = [tenant.idOf(first)];
    const others = [
      key.toUpperCase(),
      key.toLowerCase(),
      `${key}x`,
      key.slice(0, -1),
      key.replace('-', '_'),
      `"${key}"`,
      `${key},x`,
      `${key};x=1`,
      key.replace('K', '%4B'),
    ];
    for (const other of others) {
      const answer = await tenant.create(body, withKey(other));
      expectAccepted(answer);
      expectThat(!ids.includes(tenant.idOf(answer)), 'another case for another key', 'the same case', answer);
      ids.push(tenant.idOf(answer));
    }
  },

  'idempotency.scoped-to-tenant': async ({ tenant, other, run }) => {
    const [key, body] = [run.reference(), tenant.newCase()];
    const first = await createWith(tenant, key, body);
    await other.openCase();
    await other.openCase('PM');

    const foreign = await other.create(body, withKey(key));
    expectAccepted(foreign);
    expectThat(
      other.idOf(foreign) !== tenant.idOf(first),
      'a case of its own for the second tenant',
      'the case of the first',
      foreign,
    );
    const unlike = run.reference();
    await createWith(tenant, unlike, tenant.newCase());
    expectAccepted(await other.create(other.newCase('PM'), withKey(unlike)));
  },

  'idempotency.scoped-to-path': async (context) => {
    const { tenant } = context;
    const [one, two] = [await caseFor(context), await caseFor(context)];
    const [ofCreate, ofUpload] = [context.run.reference(), context.run.reference()];
    await createWith(tenant, ofCreate, tenant.newCase());
    await uploadWith(tenant, one, ofUpload);

    expectAccepted(await tenant.upload(one, {}, withKey(ofCreate)));
    expectAccepted(await tenant.upload(two, { kind: 'ID_BACK', file: jpeg('another') }, withKey(ofUpload)));
    const read = await tenant.look(two);
    expectSame('the number of artifacts in the second case', listedIn(caseIn(read)).length, 2, read);
  },

  'idempotency.scoped-to-mode': async ({ tenant, live, run }) => {
    const [key, body] = [run.reference(), tenant.newCase()];
    const first = await createWith(tenant, key, body);
    await live.openCase();

    const other = await live.create(body, withKey(key));
    expectAccepted(other);
    expectThat(
      live.idOf(other) !== tenant.idOf(first),
      'a case of its own for the live key',
      'the sandbox case',
      other,
    );
  },

  'idempotency.only-success-stored': async (context) => {
    const { tenant, run } = context;
    const [createKey, uploadKey] = [run.reference(), run.reference()];
    const id = await caseFor(context);
    await createWith(tenant, run.reference(), tenant.newCase());
    await uploadWith(tenant, id, run.reference());
    const [malformedKey, foreignKey] = [run.reference(), run.reference()];
    await refused('create-case.invalid-type', () =>
      tenant.create({ ...tenant.newCase(), type: 'XX' }, withKey(createKey)),
    );
    await refused('create-case.malformed-json', () => tenant.createRaw(Buffer.from('{'), withKey(malformedKey)));
    await refused('upload-artifact.unknown-kind', () => tenant.upload(id, { kind: 'UNKNOWN' }, withKey(uploadKey)));
    await refused('upload-artifact.unknown-content', () =>
      tenant.upload(id, { file: foreignContents['plain text']! }, withKey(foreignKey)),
    );

    for (const key of [createKey, malformedKey]) expectAccepted(await tenant.create(tenant.newCase(), withKey(key)));
    for (const key of [uploadKey, foreignKey]) expectAccepted(await tenant.upload(id, {}, withKey(key)));
  },

  'idempotency.first-answer-kept': async (context) => {
    const { tenant, run } = context;
    await replaysCreates(context);
    if (context.claimsSandbox) await context.sandboxWorks();
    const bodies = [
      tenant.newCase(),
      ...(context.claimsSandbox ? [tenant.newCase('PF', `sandbox:approve#${run.reference()}`)] : []),
    ];
    for (const body of bodies) {
      const key = run.reference();
      const first = await createWith(tenant, key, body);
      const id = tenant.idOf(first);
      await tenant.addEvidence(id);
      if (body.reference.startsWith('sandbox:')) await arranged('sandbox.suffix-ignored', () => tenant.decision(id));

      const again = await tenant.create(body, withKey(key));
      expectReplay(again, first);
      expectSame('the Location', again.header('Location'), first.header('Location'), again);
    }
  },

  'idempotency.replay-after-decision': async (context) => {
    const { tenant, run } = context;
    await replaysUploads(context);
    const { id } = await tenant.openSandboxCase('approve');
    const key = run.reference();
    const first = await uploadWith(tenant, id, key);
    await arranged('sandbox.approves-person', () => tenant.decision(id));

    expectReplay(await tenant.upload(id, {}, withKey(key)), first);
  },

  'idempotency.replay-after-limit': async (context) => {
    const { tenant, run } = context;
    await replaysUploads(context);
    const { id } = await tenant.openCase();
    const key = run.reference();
    const first = await uploadWith(tenant, id, key);
    for (let at = 2; at <= 20; at += 1)
      await tenant.addEvidence(id, { file: jpeg(String(at)) }, 'limits.twenty-artifacts');

    expectReplay(await tenant.upload(id, {}, withKey(key)), first);
  },

  'idempotency.parallel-create-once': async ({ tenant, run }) => {
    await createWith(tenant, run.reference(), tenant.newCase());
    for (let round = 1; round <= 3; round += 1) {
      const [key, body] = [run.reference(), tenant.newCase()];

      const answers = await Promise.all(
        Array.from({ length: 20 }, () => tenant.create(body, { ...withKey(key), racing: true })),
      );

      const id = expectOneThing(answers);
      const after = await tenant.create(body, withKey(key));
      expectAccepted(after);
      expectSame('the id', objectOf(after)['id'], id, after);
    }
  },

  'idempotency.parallel-upload-once': async (context) => {
    const { tenant, run } = context;
    for (let round = 1; round <= 2; round += 1) {
      const id = await caseFor(context);
      await uploadWith(tenant, id, run.reference());
      const before = listedIn(await tenant.readCase(id)).map((artifact) => artifact.id);
      const key = run.reference();

      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          tenant.upload(id, { file: jpeg('in parallel') }, { ...withKey(key), racing: true }),
        ),
      );

      const artifact = expectOneThing(answers);
      const read = await tenant.look(id);
      const added = listedIn(caseIn(read))
        .map((listed) => listed.id)
        .filter((listed) => !before.includes(listed));
      expectSame('the added artifacts', added, [artifact], read);
    }
  },

  'idempotency.key-forms': async ({ tenant, run }) => {
    await tenant.openCase();
    const tag = run.reference();
    const visible = Array.from({ length: 0x7e - 0x21 + 1 }, (_, at) => String.fromCharCode(0x21 + at)).join('');
    const keys = {
      'one character': visible[run.id.charCodeAt(0) % visible.length]!,
      'a UUID': crypto.randomUUID(),
      '255 characters': tag.padEnd(255, 'x'),
      '255 characters, another at the end': tag.padEnd(254, 'x') + 'y',
      'every visible character': visible + tag,
    };
    const body = tenant.newCase();
    const seen = new Set<string>();
    await each(keys, async (key, label) => {
      const created = await tenant.create(body, withKey(key));
      // A key of one character may have been used by an earlier run: then it is in use for another payload.
      if (label === 'one character' && created.status === 422)
        return expectProblem(created, 422, '/problems/idempotency-key-reused');
      expectAccepted(created);
      const replayed = await tenant.create(body, withKey(key));
      expectAccepted(replayed);
      expectSame('the id of the replay', tenant.idOf(replayed), tenant.idOf(created), replayed);
      expectThat(!seen.has(tenant.idOf(created)), 'another case for each key', 'the same case', created);
      seen.add(tenant.idOf(created));
    });
  },

  'idempotency.illegal-key-400': async (context) => {
    const { tenant } = context;
    const id = await caseFor(context);
    await createWith(tenant, context.run.reference(), tenant.newCase());

    const tag = context.run.reference();
    const keys = {
      '256 characters': tag.padEnd(256, 'x'),
      'a space in it': `two words-${tag}`,
      '1000 characters': tag.padEnd(1000, 'x'),
      'a tab in it': `two\twords-${tag}`,
    };
    await each(keys, async (key) => {
      expectProblem(await tenant.create(tenant.newCase(), withKey(key)), 400, '/problems/malformed-request');
      expectProblem(await tenant.upload(id, {}, withKey(key)), 400, '/problems/malformed-request');
    });
    // Bytes beyond ASCII may be refused by the server before the service, without a problem (D80).
    const beyond = withKey(`cl\u00e9-${tag}`);
    expectStatus(await tenant.create(tenant.newCase(), beyond), 400);
    expectStatus(await tenant.upload(id, {}, beyond), 400);
  },
};
