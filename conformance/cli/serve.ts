// `idv-conformance serve`: serves the reference implementation; it reads its own environment too.
import { serveCases } from '../../reference-impl/serve.ts';
import { help } from '../../reference-impl/settings.ts';
import type { Subcommand } from './subcommand.ts';

export const subcommand: Subcommand = { help, run: serveCases };
