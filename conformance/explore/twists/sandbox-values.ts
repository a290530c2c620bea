// References that ask the sandbox for something, and those that only look so (D49 to D53, D68).
import { nearMissesOf, words } from '../../values/texts.ts';
import { labelled } from '../step.ts';

const conventions = ['sandbox:approve', 'sandbox:deny', 'sandbox:deny:A_FAIL', 'sandbox:hold'];
const errors = ['sandbox:error:429', 'sandbox:error:503'];
// How languages write a number, and numbers beside those of the contract.
const numbers = [
  '',
  ' 429',
  ...words('0429 +429 -429 4_29 429.0 4.29e2 0x1ad ４２９ 429, 42 4290 5030 400 404 428 430 500 502 504 503:x'),
];
const wrongCodes = [
  '',
  'A B_FAIL',
  'A_FAIL\u00a0',
  ...words(
    `OCR_OK FACE_MATCH FACE_MATCH_OK face_match_fail Face_FAIL FACE_fail FAIL _FAIL 9_FAIL FACE__MATCH_FAIL _A_FAIL
    A_FAIL_ A_FAILB A_FAILED A_FAIL_OK A-B_FAIL É_FAIL A\u0663_FAIL A_FAIL:B_FAIL A_FAIL,B_FAIL A.B_FAIL`,
  ),
];
/** References that begin like those of the sandbox, of which most ask for nothing. */
export const directives = labelled(
  ...['sandbox:approve', 'sandbox:deny:A_FAIL', 'sandbox:error:429'].flatMap(nearMissesOf),
  'sandbox: approve',
  ...words('sandbox: sandbox::approve sandbox:#x sandbox:#approve sandbox:approve:x sandbox:aprove sandbox:approved'),
  ...words('sandbox:approve?x sandbox:approve:OCR_OK sandbox:denied sandbox:hold:1 sandbox:pending sandbox:error'),
  'sandbox:anything',
  ...numbers.map((number) => `sandbox:error:${number}`),
  ...wrongCodes.map((code) => `sandbox:deny:${code}`),
);
const suffixes = ['', '#', '#a#b', '# ', '#:🪪', '#sandbox:deny', '#/../%23'];
const filled = (directive: string, letter: string) => `${directive}#${letter.repeat(256 - directive.length - 1)}`;
/** References of the sandbox with every form of a suffix. */
export const validDirectives = labelled(
  ...[...conventions, ...errors].flatMap((directive) => [
    ...suffixes.map((suffix) => directive + suffix),
    ...['x', '🪪'].map((letter) => filled(directive, letter)),
  ]),
  'sandbox:deny:A9_B0_FAIL#x',
  'sandbox:deny:A_OK_FAIL',
  'sandbox:deny:X_2B_FAIL',
  ...[122, 123, 124].map((length) => `sandbox:deny:${'A'.repeat(length)}_FAIL`),
);
