import type { DecisionRecord, RequirementRecord } from '../contract.ts';
import type { Change, Group } from './change.ts';

const change = (group: Group, text: string): Change => ({ group, text, places: [] });

/**
 * What changed in the requirements. A new or stricter MUST may make a conformant service fail; a removed or weaker MUST
 * breaks clients. A SHOULD does neither: it can only cause a warning.
 */
export function requirementChanges(before: RequirementRecord[], after: RequirementRecord[]): Change[] {
  const old = new Map(before.map((requirement) => [requirement.id, requirement]));
  const now = new Map(after.map((requirement) => [requirement.id, requirement]));
  return [
    ...before.filter(({ id }) => !now.has(id)).map(removed),
    ...after.flatMap((requirement) => {
      const was = old.get(requirement.id);
      return was === undefined ? [added(requirement)] : changed(was, requirement);
    }),
  ];
}

function added({ id, level, text, untestable }: RequirementRecord): Change {
  const note = untestable === null ? '' : ' (services must meet it, although no check tests it)';
  return change(
    level === 'MUST' ? 'may make a conformant service fail' : 'compatible',
    `${id} is a new ${level}${note}: ${text}`,
  );
}

const removed = ({ id, level, text }: RequirementRecord): Change =>
  change(level === 'MUST' ? 'breaks clients' : 'compatible', `${id} (${level}) was removed: ${text}`);

function changed(was: RequirementRecord, is: RequirementRecord): Change[] {
  // A SHOULD, before and after, breaks nobody.
  const binding = was.level === 'MUST' || is.level === 'MUST';
  const unlessAdvice = (group: Group): Group => (binding ? group : 'compatible');
  return [...levelChange(was, is), ...wordingChange(was, is), ...scopeChange(was, is)].map(({ group, text }) =>
    change(unlessAdvice(group), `${is.id} ${text}`),
  );
}

interface Aspect {
  group: Group;
  text: string;
}

function levelChange(was: RequirementRecord, is: RequirementRecord): Aspect[] {
  if (was.level === is.level) return [];
  if (is.level === 'MUST')
    return [{ group: 'may make a conformant service fail', text: `is strengthened to MUST: ${is.text}` }];
  return [{ group: 'breaks clients', text: `is weakened to SHOULD: ${is.text}` }];
}

/** Another sentence may have another meaning, which only a reader can judge; other spaces or punctuation do not. */
function wordingChange(was: RequirementRecord, is: RequirementRecord): Aspect[] {
  const words = ({ text, level }: RequirementRecord) =>
    (text.replace(level, '').match(/[\p{L}\p{N}_/:]+/gu) ?? []).join(' ');
  if (was.text === is.text) return [];
  if (words(was) !== words(is))
    return [{ group: 'may make a conformant service fail', text: `is reworded: "${was.text}" → "${is.text}"` }];
  return was.level === is.level ? [{ group: 'compatible', text: 'changed only in punctuation or spaces' }] : [];
}

/** What decides whether a requirement applies, and whether it is tested. */
function scopeChange(was: RequirementRecord, is: RequirementRecord): Aspect[] {
  const aspects: Aspect[] = [];
  const note = (group: Group, text: string) => aspects.push({ group, text });
  if (was.source !== is.source)
    note(
      was.class === 'full' && is.class === 'stated' ? 'may make a conformant service fail' : 'compatible',
      `has the source ${is.source} instead of ${was.source}${was.class === is.class ? '' : `, so its class is ${is.class}`}`,
    );
  if (condition(was) !== condition(is))
    note(appliesTo(was, is), `applies ${condition(is)} instead of ${condition(was)}`);
  if (was.untestable !== null && is.untestable === null) note('may make a conformant service fail', 'is tested now');
  if (was.untestable === null && is.untestable !== null) note('compatible', `is no longer tested: ${is.untestable}`);
  // The place says where the sentence is printed; the sentence itself says what it binds.
  if (was.operation !== is.operation) note('compatible', `is now at ${is.operation ?? 'the root'}`);
  return aspects;
}

function condition({ capability, unless }: RequirementRecord): string {
  const parts = [...capability.toSorted().map((name) => `with ${name}`), ...(unless ? [`without ${unless}`] : [])];
  return parts.join(' and ') || 'always';
}

/** With fewer conditions, more services must meet it. With more, some no longer have to, which breaks their clients. */
function appliesTo(was: RequirementRecord, is: RequirementRecord): Group {
  const holds = (inner: RequirementRecord, outer: RequirementRecord) =>
    inner.capability.every((name) => outer.capability.includes(name)) &&
    (inner.unless === null || inner.unless === outer.unless);
  return holds(was, is) ? 'breaks clients' : 'may make a conformant service fail';
}

/** Decisions only explain: what follows from them is in requirements and schemas. */
export function decisionChanges(before: DecisionRecord[], after: DecisionRecord[]): Change[] {
  const old = new Map(before.map((decision) => [decision.id, decision]));
  const now = new Set(after.map(({ id }) => id));
  return [
    ...before
      .filter(({ id }) => !now.has(id))
      .map(({ id, question }) => change('compatible', `${id} was removed: ${question}`)),
    ...after.flatMap((decision) => {
      const was = old.get(decision.id);
      if (was === undefined) return [change('compatible', `${decision.id} is a new decision: ${decision.question}`)];
      const parts = (['question', 'section', 'decision', 'because'] as const)
        .filter((key) => was[key] !== decision[key])
        .map((key) => (key === 'because' ? 'reason' : key));
      return parts.length === 0 ? [] : [change('compatible', `${decision.id} changed: ${parts.join(', ')}`)];
    }),
  ];
}
