// Which tasks a client gets, at which services and with which faults of the network.
import type { ClientId } from '../../generated/requirements.ts';
import type { Condition, Task } from '../oracle/client/session.ts';
import { type Fault, faults } from './faults.ts';
import { type ServiceCondition, services } from './services.ts';
import { tasks } from './tasks.ts';

/** One session that is to be run. */
export interface Planned {
  task: Task;
  condition: Condition & Partial<Pick<ServiceCondition, 'behaviours' | 'hasManyEvents'> & Pick<Fault, 'effects'>>;
  /** the file contains the boundaries that the client has used so far */
  hasBoundaries?: true;
}

export interface PlanOptions {
  /** only the plain service and the one with this behaviour */
  behaviour?: string | undefined;
  /** the client receives events */
  hasEvents: boolean;
}

/** It needs the boundaries of the others. */
export const hostileFile: Planned = {
  task: tasks[0]!,
  condition: { name: 'the file contains the boundary of an earlier upload', shows: 'client.file-unchanged' },
  hasBoundaries: true,
};

/** Conditions that are about the time before a decision. */
const needDecision: ClientId[] = ['client.waits-for-decision', 'client.acknowledges-events'];

/** Every task with every service, and the faults with one task, because they do not depend on the decision. */
export function planOf(otherOrigin: string, { behaviour, hasEvents }: PlanOptions): Planned[] {
  const all = services(otherOrigin, hasEvents);
  const own = behaviour === undefined ? all : [all[0]!, ...all.flatMap((each) => alone(each, behaviour))];
  return [
    ...own.flatMap((condition) =>
      tasks
        .filter(({ ends }) => ends !== 'rejected' || !needDecision.includes(condition.shows))
        .map((task) => ({ task, condition })),
    ),
    ...(behaviour === undefined ? faults.map((condition) => ({ task: tasks[0]!, condition })) : []),
  ];
}

/** The named behaviour of a service, alone. */
const alone = (service: ServiceCondition, name: string): ServiceCondition[] =>
  service.behaviours
    .filter((behaviour) => behaviour.name === name)
    .map((behaviour) => ({ ...service, name, behaviours: [behaviour] }));

/** Every behaviour that a client meets, by name. */
export const behaviourNames = (): string[] =>
  services('http://other.example', false).flatMap(({ behaviours }) => behaviours.map(({ name }) => name));
