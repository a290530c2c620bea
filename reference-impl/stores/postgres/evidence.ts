import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type Evidence, type IncomingFile, Unavailable } from '../../ports.ts';
import { ask, type Statement } from './database.ts';

/** Bytes of a row. */
const pieceSize = 256 * 1024;

const begin: Statement = { name: 'begin evidence', text: 'INSERT INTO evidence (id) VALUES ($1)' };
const add: Statement = { name: 'add piece', text: 'INSERT INTO pieces (evidence, place, bytes) VALUES ($1, $2, $3)' };
const name: Statement = { name: 'name evidence', text: 'UPDATE evidence SET artifact = $2 WHERE id = $1' };
/** A file of one chunk. */
const whole: Statement = {
  name: 'whole evidence',
  text: `WITH evidence AS (INSERT INTO evidence (id, artifact) VALUES ($1, $2)) ${add.text.replace('$2, $3', '0, $3')}`,
};
const remove: Statement = { name: 'remove evidence', text: 'DELETE FROM evidence WHERE id = $1' };
const read: Statement = {
  name: 'read piece',
  text: 'SELECT bytes FROM pieces JOIN evidence ON id = evidence WHERE artifact = $1 AND place = $2',
};

/** Evidence in rows. Each row is committed at once, so that no transaction is as long as an upload. */
export function evidenceIn(pool: Pool): Evidence {
  return { receive: async () => receive(pool) };
}

/** The bytes of an artifact, a row at a time: for operators, because the contract has no download (D1). */
export async function* readEvidence(pool: Pool, artifact: string): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const { rows } = await ask<{ bytes: Buffer }>(pool, read, [artifact, place]);
    if (!rows[0]) return;
    yield rows[0].bytes;
  }
}

function receive(pool: Pool): IncomingFile {
  const id = randomUUID();
  let pieces: Buffer[] = [];
  let size = 0;
  let place = 0;
  let begun = false;
  const flush = async () => {
    const bytes = Buffer.concat(pieces, size);
    [pieces, size] = [[], 0];
    if (!begun) await ask(pool, begin, [id]);
    begun = true;
    await ask(pool, add, [id, place, bytes]);
    place += 1;
  };
  return {
    async write(piece) {
      for (let at = 0; at < piece.length;) {
        const part = piece.subarray(at, at + pieceSize - size);
        pieces.push(part);
        size += part.length;
        at += part.length;
        if (size === pieceSize) await flush();
      }
    },
    async keep(artifact) {
      if (!begun) {
        begun = true;
        return void (await ask(pool, whole, [id, artifact, Buffer.concat(pieces, size)]));
      }
      if (size > 0) await flush();
      const { count } = await ask(pool, name, [id, artifact]);
      if (count === 0) throw new Unavailable('The evidence took so long to arrive that it was swept');
    },
    async discard() {
      if (begun) await ask(pool, remove, [id]);
    },
  };
}
