// Serves a program that runs without the suite: each case that it opens meets the next service.
import type { ClientId } from '../../generated/requirements.ts';
import { missed } from '../oracle/client/decision.ts';
import type { Session } from '../oracle/client/session.ts';
import type { Visited } from './judgement.ts';
import { OtherOrigin } from './other-origin.ts';
import { FixedPlace } from './place.ts';
import { hostileFile, type Planned, type PlanOptions, planOf } from './plan.ts';
import { tasks } from './tasks.ts';
import { type Given, Visit } from './visit.ts';

interface ByHandOptions extends Omit<PlanOptions, 'hasEvents'> {
  given: Given;
  /** opens the place, and ends when nothing more is to be seen */
  serve: (place: FixedPlace) => Promise<void>;
  /** milliseconds after which a client whose case is not decided for it has failed */
  longest: number;
  /** called with each service that a case meets */
  began: (planned: Planned, number: number) => void;
}

const [approve, deny, , reject] = tasks as [Planned['task'], Planned['task'], Planned['task'], Planned['task']];
const plain: ClientId = 'client.reaches-decision';

/** Only the suite can choose the file of a client. */
const unseenByHand: Planned[] = [
  hostileFile,
  {
    task: reject,
    condition: { name: 'a file that every service rejects', shows: 'client.stops-at-rejection' },
  },
];

/** Every service and fault once, for cases of any type; with a behaviour, only the service that has it. */
function planByHand(otherOrigin: string, { behaviour, hasEvents }: PlanOptions): Planned[] {
  const all = planOf(otherOrigin, { behaviour, hasEvents });
  const own = all.filter(({ task, condition }) => {
    if (behaviour !== undefined) return task === approve && condition.shows !== plain;
    return task === approve || (task === deny && condition.shows === plain);
  });
  return own.map(({ task: { name, ends }, condition }) => ({ task: { name, ends }, condition }));
}

export async function serveByHand({ given, serve, longest, began, behaviour }: ByHandOptions): Promise<Visited> {
  const other = new OtherOrigin();
  await other.listen();
  const plan = planByHand(other.origin, { behaviour, hasEvents: given.endpoint !== undefined });
  const visits: { visit: Visit; started: number; elsewhere: number }[] = [];
  const place = new FixedPlace(given, async () => {
    const planned = plan[visits.length % plan.length]!;
    const visit = await Visit.start(planned, given);
    visits.push({ visit, started: performance.now(), elsewhere: other.exchanges.length });
    began(planned, visits.length);
    return visit;
  });
  try {
    await serve(place);
    const sessions = visits.map(({ visit, started, elsewhere }, at): Session => {
      const known = { elsewhere: other.exchanges.slice(elsewhere, visits[at + 1]?.elsewhere) };
      return { ...visit.session(known), isOpen: performance.now() - started < longest };
    });
    const isSeen = ({ condition, task }: Planned) =>
      sessions.some((each) => each.condition === condition && each.task === task && !(each.isOpen && missed(each)));
    const others = behaviour === undefined ? unseenByHand : [];
    return { sessions, unseen: [...plan.filter((planned) => !isSeen(planned)), ...others] };
  } finally {
    other.close();
    await place.close();
  }
}
