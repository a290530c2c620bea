import {
  answerText,
  type Contract,
  type DecisionRecord,
  type FreedomRecord,
  type RequirementRecord,
} from '../../contract/contract.ts';
import { operationsOf } from '../../contract/interface.ts';
import type { FreedomAnswer } from '../../../generated/freedoms.ts';
import type { Step } from '../../../conformance/scenarios/vocabulary.ts';
import { type Block, type Fold, type Section, section, type Page } from '../blocks.ts';
import type { Places } from '../places.ts';
import { families, route } from '../families.ts';
import { operationsIn, scenarioBlocks, scenariosOf } from '../scenarios/listing.ts';
import { validRequest } from '../scenarios/requests.ts';

/** A page for each family: its requirements with reason, freedoms and scenarios; of an endpoint, also those of others. */
export function familyPage(family: string, contract: Contract, places: Places): Page {
  const own = contract.requirements.filter((requirement) => requirement.family === family);
  const alone = places.alone(contract, family);
  const { title, lead, step } = families[family]!;
  return {
    name: family,
    title,
    lead,
    blocks: [
      ...introduction(family, own, contract),
      ...own.map((requirement) => requirementSection(requirement, contract, own)),
      ...(alone.length > 0
        ? [section('decided', 'Also decided', ...alone.map((each) => decisionFold(each, true)))]
        : []),
      ...(step ? [othersSection(family, step, contract)] : []),
    ],
  };
}

function introduction(family: string, own: RequirementRecord[], contract: Contract): Block[] {
  const { operation: name, step } = families[family]!;
  if (!name) return [`${own.length} requirements. [How to read them](requirements.html#reading)`];
  const { method, path, webhook, operation } = operationsOf(contract.document).find(
    (each) => each.operation.operationId === name,
  )!;
  const request = webhook ? `\`${path}\`, an event` : `\`${method.toUpperCase()} ${path}\``;
  return [
    `${request}: ${operation.summary}. Parameters, responses and examples are in the [reference](reference.html#${route(operation)}).`,
    `${own.length} requirements are about it alone.`,
    ...(webhook ? ['[Check webhooks](webhooks.html) says how the suite receives events, and how it judges them.'] : []),
    ...(step
      ? [
          'Those of other families that bind this endpoint too are [at the end](#others).',
          {
            fold: 'The valid request that scenarios change',
            blocks: [{ code: validRequest(step), language: 'requests' as const }],
          },
        ]
      : []),
  ];
}

/** @param own those on the same page */
function requirementSection(requirement: RequirementRecord, contract: Contract, own: RequirementRecord[]): Section {
  const { id, text, source, untestable } = requirement;
  const decision = contract.decisions.find((each) => each.id === source);
  const isFirst = own.find((each) => each.source === source) === requirement;
  const freedoms = contract.freedoms.filter(({ limits }) => limits.includes(id));
  const count = scenariosOf(id).length;
  return section(
    id,
    `\`${id}\``,
    text,
    `*${marks(requirement).join(' · ')}*`,
    ...(untestable === null ? [] : [`**Not tested:** ${untestable}`]),
    ...(decision ? [decisionFold(decision, isFirst)] : []),
    ...(freedoms.length > 0
      ? [{ fold: `Where services may differ (${freedoms.length})`, blocks: [freedomList(freedoms)] }]
      : []),
    ...(count > 0 ? [scenarioFold(requirement, count)] : []),
  );
}

const scenarioFold = ({ id, family }: RequirementRecord, count: number): Fold => ({
  fold: `Scenarios that test it (${count})`,
  blocks: scenarioBlocks(id),
  inMarkdown: `*Scenarios that test it (${count}): \`${family}.html#${id}\`*`,
});

function marks({ level, source, class: kind, capability, unless, answers }: RequirementRecord): string[] {
  return [
    level,
    kind === 'stated' ? `stated in [${source}](sources.html#section-${source.slice(1)})` : `decided by ${source}`,
    ...(answers.length > 0 ? [`response ${answers.map(allowedText).join(' or ')}`] : []),
    ...(capability.length > 0 ? [`only if claimed: ${capability.map((name) => `\`${name}\``).join(' and ')}`] : []),
    ...(unless ? [`only if not claimed: \`${unless}\``] : []),
  ];
}

/** Open where it is shown for the first time; there is its anchor. Markdown shows it only there. */
const decisionFold = ({ id, question, decision, because }: DecisionRecord, isFirst: boolean): Fold => ({
  fold: `${id}: ${question}`,
  ...(isFirst ? { id, open: true } : { inMarkdown: '' }),
  blocks: [decision, `**Because** ${lower(because)}`],
});

const freedomList = (freedoms: FreedomRecord[]) =>
  freedoms
    .map(({ id, sentence, why, answers, source }) =>
      [`- \`${id}\`: ${sentence}`, why, `Allowed: ${answers.map(allowedText).join(', ')} (${source}).`]
        .filter(Boolean)
        .join(' '),
    )
    .join('\n');

const allowedText = (answer: FreedomAnswer) =>
  answer.status === 'closed' ? 'the connection is closed' : `\`${answerText(answer)}\``;

/** The requirements of other families that bind an endpoint: those that name it, and those whose scenarios use it. */
function othersSection(family: string, step: Step['do'], { requirements }: Contract): Section {
  const binds = ({ id, operation: named, untestable }: RequirementRecord) =>
    named === null ? untestable !== null || operationsIn(id).has(step) : named === families[family]!.operation;
  const others = requirements.filter((requirement) => requirement.family !== family && binds(requirement));
  const groups = [...Map.groupBy(others, (requirement) => requirement.family)];
  return section(
    'others',
    'Requirements of other families',
    ...groups.map(([other, list]) => section(`others-${other}`, families[other]!.title, list.map(linkTo).join('\n'))),
  );
}

/** A requirement on another page: its sentence with a link to its place. */
export const linkTo = ({ id, family, text }: RequirementRecord) => `- ${text} [${id}](${family}.html#${id})`;

const lower = (sentence: string) =>
  /^[A-Z][a-z]|^An? /.test(sentence) ? sentence[0]!.toLowerCase() + sentence.slice(1) : sentence;
