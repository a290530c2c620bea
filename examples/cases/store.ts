// Cases in SQLite. Each change is one transaction, and a transaction runs to its end before the next begins.
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Caller } from './keys.ts';
import { Problem } from './problems.ts';
import type { Upload } from './evidence.ts';

export interface Artifact {
  id: string;
  kind: string;
  content_type: string;
  size: number;
  sha256: string;
  created_at: string;
}

export interface Case {
  id: string;
  type: 'PF' | 'PM';
  reference: string;
  status: 'PENDING' | 'APPROVED' | 'DENIED';
  score: number;
  reasons: string[];
  artifacts: Artifact[];
  created_at: string;
  decided_at: string | null;
}

/** How a case is decided at its first artifact; undefined leaves it pending. */
export type Decide = (opened: Case) => Pick<Case, 'status' | 'score' | 'reasons'> | undefined;

/** The name of a request that may be repeated, and its payload. */
export interface Once {
  key: string;
  payload: string;
}

const schema = `
  CREATE TABLE IF NOT EXISTS cases (id TEXT PRIMARY KEY, tenant TEXT, mode TEXT, body TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS responses (key TEXT PRIMARY KEY, payload TEXT, body TEXT, kept_until INTEGER) STRICT;
`;
const day = 24 * 60 * 60 * 1000;
const newId = (prefix: string) => `${prefix}_${randomBytes(16).toString('base64url')}`;

export class Store {
  readonly #db: DatabaseSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec(schema);
  }

  find({ tenant, mode }: Caller, id: string): Case | undefined {
    const found = this.#db.prepare('SELECT body FROM cases WHERE id = ? AND tenant = ? AND mode = ?');
    const row = found.get(id, tenant, mode);
    return row && (JSON.parse(row['body'] as string) as Case);
  }

  open({ tenant, mode }: Caller, { type, reference }: Pick<Case, 'type' | 'reference'>, once?: Once): Case {
    return this.#once(once, () => {
      const created_at = new Date().toISOString();
      const pending = {
        status: 'PENDING',
        score: 0,
        reasons: [],
        artifacts: [],
        created_at,
        decided_at: null,
      } as const;
      const opened = { id: newId('case'), type, reference, ...pending };
      const insert = this.#db.prepare('INSERT INTO cases VALUES (?, ?, ?, ?)');
      insert.run(opened.id, tenant, mode, JSON.stringify(opened));
      return opened as unknown as Case;
    });
  }

  /** Adds the artifact to the case, which is there. */
  add(caller: Caller, id: string, upload: Upload, decide: Decide, once?: Once): Artifact {
    return this.#once(once, () => {
      const found = this.find(caller, id)!;
      if (found.status !== 'PENDING')
        throw new Problem(409, 'case-closed', 'The case is decided and accepts no more evidence.');
      if (found.artifacts.length >= 20)
        throw new Problem(409, 'artifact-limit-reached', 'The case has 20 artifacts and accepts no more.');
      const { kind, contentType, size, sha256 } = upload;
      const created_at = new Date().toISOString();
      const artifact = { id: newId('art'), kind, content_type: contentType, size, sha256, created_at };
      const decision = decide(found);
      const changed = {
        ...found,
        artifacts: [...found.artifacts, artifact],
        ...(decision && { ...decision, decided_at: created_at }),
      };
      this.#db.prepare('UPDATE cases SET body = ? WHERE id = ?').run(JSON.stringify(changed), id);
      return artifact;
    });
  }

  close(): void {
    this.#db.close();
  }

  /** Carries something out in one transaction; a repeat within 24 hours gets the first response. */
  #once<Result>(once: Once | undefined, carryOut: () => Result): Result {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = this.#kept<Result>(once) ?? carryOut();
      if (once) {
        const keep = this.#db.prepare('INSERT OR IGNORE INTO responses VALUES (?, ?, ?, ?)');
        keep.run(once.key, once.payload, JSON.stringify(result), Date.now() + day);
      }
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  #kept<Result>(once: Once | undefined): Result | undefined {
    if (!once) return undefined;
    this.#db.prepare('DELETE FROM responses WHERE kept_until < ?').run(Date.now());
    const row = this.#db.prepare('SELECT payload, body FROM responses WHERE key = ?').get(once.key);
    if (!row) return undefined;
    if (row['payload'] === once.payload) return JSON.parse(row['body'] as string) as Result;
    throw new Problem(
      422,
      'idempotency-key-reused',
      'This idempotency key was used with another payload; send a new one.',
    );
  }
}
