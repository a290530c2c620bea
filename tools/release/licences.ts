import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/**
 * The licences of the packages whose code the executable contains, and of Node.
 *
 * @throws Error when a package says nothing of its licence
 */
export function licencesOf(packages: string[]): string {
  const node = `Node.js ${process.version}: https://github.com/nodejs/node/blob/${process.version}/LICENSE\n`;
  return [node, ...[...packages, 'swagger-ui-dist'].map(licenceOf)].join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(name: string): string {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)(\.(md|txt))?$/i.test(file));
  if (license === undefined && files.length === 0) throw new Error(`The package ${name} names no licence.`);
  return [`${name} ${version} (${license})\n`, ...files.map((file) => readFileSync(join(folder, file), 'utf8'))].join(
    '\n',
  );
}
