// Failures that frameworks cause by their defaults: the section of docs/frameworks.md that explains them.
import type { Report, ReportedExchange, ReportedFinding, ReportedResult } from '../../generated/report.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { headerIn } from '../wire/exchange.ts';
import { writtenByGateway } from './gateway.ts';

interface Seen {
  rule: RequirementId;
  /** 0 without a response */
  status: number;
  /** the request has `Upgrade` */
  upgrades: boolean;
  isProblem: boolean;
}

const isOf =
  (...rules: RequirementId[]) =>
  ({ rule }: Seen) =>
    rules.includes(rule);

/** By section: the failures that it explains. The first one that fits is shown, so what is special comes first. */
export const sections: Record<string, (seen: Seen) => boolean> = {
  'wrong-methods': (seen) =>
    isOf('http.no-method-override')(seen) ||
    (isOf('http.wrong-method-405')(seen) && (seen.status === 404 || !seen.isProblem)),
  'the-key-is-checked-too-late': (seen) =>
    isOf('authentication.checked-first', 'authentication.key-required', 'authentication.unknown-key-rejected')(seen) &&
    seen.status >= 400 &&
    seen.status !== 401,
  'headers-that-do-not-reach-the-service': isOf('http.content-encoding-415'),
  'a-request-with-upgrade': (seen) => isOf('http.client-headers-accepted')(seen) && seen.upgrades,
  'encoded-parts': isOf('upload-artifact.one-reading'),
  'forms-that-are-cut': isOf('upload-artifact.truncated-multipart'),
  'parts-that-are-lost-or-changed': isOf('upload-artifact.wrong-parts', 'upload-artifact.part-type-disagrees'),
  'forms-as-clients-write-them': isOf(
    'upload-artifact.written-by-any-client',
    'http.media-type-compared',
    'upload-artifact.file-name-ignored',
  ),
  json: isOf('create-case.malformed-json'),
  limits: (seen) =>
    isOf('limits.json-accepted', 'limits.file-accepted')(seen) ||
    (isOf('limits.json-rejected', 'limits.file-rejected')(seen) && !(seen.status === 413 && seen.isProblem)),
  'rejections-in-a-form-of-their-own': ({ status, isProblem }) => status >= 400 && !isProblem,
};

/** The address of the section, if a finding fits one: a page, or the file where no pages are built. */
export function frameworksPage(
  { findings }: Pick<ReportedResult, 'findings'>,
  { docs, exchanges, notices }: Pick<Report, 'docs' | 'exchanges' | 'notices'>,
): string | undefined {
  // What a client does is no default of a framework that serves.
  const ofService = findings.filter(({ rule }) => !rule.startsWith('client.'));
  const seen = ofService.flatMap((finding) => seenIn(finding, exchanges, notices));
  const [found] = seen.flatMap((each) => Object.keys(sections).filter((name) => sections[name]!(each)));
  if (found === undefined) return undefined;
  return docs === null ? `docs/frameworks.md#${found}` : `${docs}frameworks.html#${found}`;
}

function seenIn({ rule, exchange }: ReportedFinding, exchanges: ReportedExchange[], notices: string[]): Seen[] {
  if (exchange === undefined) return [];
  const { request, response } = exchanges[exchange]!;
  const upgrades = headerIn(request.headers, 'Upgrade') !== undefined;
  if (response ? writtenByGateway(response, notices) !== undefined : !upgrades) return [];
  const type = response ? (headerIn(response.headers, 'Content-Type') ?? '') : '';
  return [
    {
      rule,
      status: response?.status ?? 0,
      upgrades,
      isProblem: type.toLowerCase().startsWith('application/problem+json'),
    },
  ];
}
