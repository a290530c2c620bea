import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Contract, readContract } from '../contract.ts';

/** Changes a contract in place. */
export type Edit = (document: any) => void;

/** The path of this project's contract. */
export const path = fileURLToPath(new URL('../../openapi.yaml', import.meta.url));
export const source = readFileSync(path, 'utf8');
export const old: Contract = readContract(path, source);

/** The text of the contract after an edit, which must change something. */
export function edited(edit: Edit): string {
  const document = structuredClone(old.document);
  const before = JSON.stringify(document);
  edit(document);
  // JSON is YAML, and faster to write.
  const text = JSON.stringify(document);
  if (text === before) throw new Error('The edit changes nothing; fix it.');
  return text;
}

export const schemas = (document: any): any => document.components.schemas;
export const create = (document: any): any => document.paths['/cases'].post;

/** The record of a requirement, at any place. */
export function requirement(document: any, id: string): any {
  const places = [document, ...Object.values<any>(document.paths).flatMap((item) => Object.values<any>(item))];
  return places.flatMap((place) => place['x-requirements'] ?? []).find((each) => each.id === id);
}

/** A requirement that the contract does not have. */
export const must = { id: 'create-case.swift', level: 'MUST', text: 'A create MUST be swift.', source: '§4.1' };
