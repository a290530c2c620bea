import type { Report, ReportedExchange, ReportedFinding, ReportedResult } from '../../generated/report.ts';
import { headerIn } from '../wire/exchange.ts';
import { settingLine } from './card.ts';
import { type Cause, causesIn, effectOf } from './causes.ts';
import { exitText, outcomeLine, totalsText } from './facts.ts';
import { findingText, firstOf, labelsText, oneLine } from './finding-text.ts';

// Bytes of the whole text, and of a command in it.
const most = 4096;
const longestCommand = 500;
// Ids in one line.
const mostNamed = 6;

/** What failed, why, a short request that shows it and how to judge it again: for readers of little text. */
export function briefOf(report: Omit<Report, 'brief'>): string {
  const causes = causesIn(report);
  const head = [outcomeLine(report), exitText(report), totalsText(report), ...report.notices].join('\n');
  const texts = causes.map((cause, at) => causeText(cause, at, report.exchanges));
  // The line about the rest has its place in any case.
  let left = most - bytes(head) - bytes(restText(causes));
  const shown = texts.filter((text) => (left -= bytes(text)) >= 0);
  const rest = causes.filter((_, at) => !shown.includes(texts[at]!));
  return [head, ...shown, ...(rest.length > 0 ? [restText(rest)] : [])].join('\n\n');
}

const bytes = (text: string) => Buffer.byteLength(text) + 2;

const restText = (rest: Cause[]) =>
  `${rest.length} more in \`causes\` of the report: ${firstOf(
    rest.map(({ name }) => oneLine(name).slice(0, 100)),
    mostNamed,
  )}`;

function causeText(cause: Cause, at: number, exchanges: Exchanges): string {
  const { name, common, failed } = cause;
  const [first, ...others] = failed;
  const heading = `${at === 0 ? 'Fix first' : 'Then'}: ${name}, ${effectOf(cause)}${common && `: ${oneLine(common)}`}`;
  const names =
    others.length > 0
      ? [
          `with it: ${firstOf(
            others.map(({ id }) => id),
            mostNamed,
          )}`,
        ]
      : [];
  return first ? [heading, oneLine(first.text), ...linesOf(first, exchanges), ...names].join('\n  ') : heading;
}

type Exchanges = Report['exchanges'];

function linesOf({ findings, reason, rerun }: ReportedResult, exchanges: Exchanges): string[] {
  // The heading is about the first finding; another one is shown only if its request can be, and that of the first cannot.
  const [first] = findings;
  const shortest = findings.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0];
  const shown = first && sizeOf(first) <= longestCommand ? first : shortest;
  const request = shown?.curl !== undefined && sizeOf(shown) <= longestCommand ? [shown.curl] : [];
  const label = shown && labelsText(shown, 1);
  const symptom = shown ? `${findingText(shown)}${label && ` (${label})`}` : oneLine(reason);
  const contexts = shown && request.length > 0 ? contextOf(shown, exchanges) : [];
  // What a client sent cannot be sent again: its service is gone.
  const sent = shown?.kind === 'request' ? shown.exchange : undefined;
  const ofClient = sent === undefined ? [] : [`request ${settingLine(exchanges[sent]!)}`];
  return [symptom, ...request, ...contexts, ...ofClient, ...(rerun === undefined ? [] : [`again: ${rerun}`])];
}

// Characters of a response that was not expected.
const longestBody = 150;

/** The request that it repeats, or that came before on its case; and what an unexpected response says. */
function contextOf({ kind, setting, exchange: place }: ReportedFinding, exchanges: Exchanges): string[] {
  if (place === undefined) return [];
  const shown = exchanges[place]!;
  const before = setting.map((each) => exchanges[each]!).findLast((each) => isRelated(each, shown));
  const isRejection = kind === 'answer' && (shown.response?.status ?? 0) >= 400;
  const body = isRejection ? oneLine(shown.response?.body?.text ?? '').slice(0, longestBody) : '';
  return [...(before ? [`after ${settingLine(before)}`] : []), ...(body === '' ? [] : [`response body: ${body}`])];
}

function isRelated(before: ReportedExchange, { request }: ReportedExchange): boolean {
  const keyOf = ({ headers }: ReportedExchange['request']) => headerIn(headers, 'Idempotency-Key');
  const key = keyOf(request);
  if (key !== undefined && keyOf(before.request) === key) return true;
  const id = /\/cases\/([^/?]+)/.exec(request.url)?.[1];
  return id !== undefined && (before.request.url.includes(id) || before.response?.body?.text?.includes(id) === true);
}

const sizeOf = ({ curl = '' }: ReportedFinding) => (curl === '' ? Infinity : Buffer.byteLength(curl));
