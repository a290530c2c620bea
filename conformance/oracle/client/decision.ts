// Whether a client reached the decision of its task, and what it reported.
import { isObject, valueOf } from '../../wire/json.ts';
import {
  type ClientFinding,
  type Delivery,
  type Ended,
  type EventKind,
  isCreate,
  isRead,
  isUpload,
  lineOf,
  type Sent,
  type Session,
  statusOf,
} from './session.ts';

const wasAccepted = ({ served }: Sent) => served !== undefined && served >= 200 && served < 300;

/** True for a read that showed the client a decision. */
export function showsDecision(sent: Sent): boolean {
  if (!isRead(sent) || statusOf(sent) !== 200) return false;
  const shown = valueOf(sent.exchange.response!.body);
  return isObject(shown) && (shown['status'] === 'APPROVED' || shown['status'] === 'DENIED');
}

const ownEvent: EventKind = 'the event of its case';

/** True if the client saw the decision, in a read or in an event that it did not reject (D112). */
export function knowsDecision({ sent, events }: Session): boolean {
  if (sent.some(showsDecision)) return true;
  return (events?.deliveries ?? []).some(
    ({ kind, exchange: { response } }) => kind === ownEvent && (!response || Math.floor(response.status / 100) === 2),
  );
}

/** The status that the last line of the output names; undefined if it names none, or both. */
function reported({ lastLine }: Ended): 'APPROVED' | 'DENIED' | undefined {
  const named = ['APPROVED', 'DENIED'].filter((status) => new RegExp(`\\b${status}\\b`).test(lastLine));
  return named.length === 1 ? (named[0] as 'APPROVED' | 'DENIED') : undefined;
}

/** True if the service rejects the upload, so that the client need not reach a decision. */
export const rejectsUpload = ({ task, condition }: Pick<Session, 'task' | 'condition'>): boolean =>
  task.ends === 'rejected' || condition.shows === 'client.stops-at-rejection';

/** Why the client did not reach the end that its task has; undefined if it did. */
export function missed(session: Session): ClientFinding | undefined {
  const { ended } = session;
  const open = missedRequest(session) ?? (rejectsUpload(session) ? undefined : missedDecision(session));
  if (!ended) return open;
  if (!open) return missedEnd(session, ended);
  return { ...open, actual: `${open.actual}; the command ended with ${endText(ended)}` };
}

function missedRequest(session: Session): ClientFinding | undefined {
  const { sent, task } = session;
  const last = sent.at(-1);
  const creates = sent.filter(isCreate);
  const opened = creates.find(wasAccepted);
  if (!opened) return missing('a create that opens a case', creates.at(-1) ?? last, 'no request arrived');
  const type = opened.reading.create?.type;
  if (task.type !== undefined && type !== task.type)
    return { expected: `a case of the type ${task.type}`, actual: String(type), exchange: opened.exchange };
  const uploads = sent.filter(isUpload);
  if (uploads.length === 0 && !creates.some(wasSeen)) return unseen('create', creates);
  if (rejectsUpload(session))
    return uploads.length > 0 ? undefined : missing('an upload of the file', last, 'no upload arrived');
  if (!uploads.some(wasAccepted))
    return missing('an upload that is accepted', uploads.at(-1) ?? last, 'no upload arrived');
  const goesOn = uploads.some(wasSeen) || isRead(last!) || knowsDecision(session);
  return goesOn ? undefined : unseen('upload', uploads);
}

const wasSeen = (sent: Sent) => Math.floor((statusOf(sent) ?? 0) / 100) === 2;

/** The service did it, and the client ended without a response that says so. */
const unseen = (step: string, all: Sent[]) =>
  missing(`a 2xx response to the ${step}`, all.at(-1), 'no response arrived');

const missing = (expected: string, sent: Sent | undefined, otherwise: string): ClientFinding =>
  sent
    ? { expected, actual: `none; the last request was ${lineOf(sent)}`, exchange: sent.exchange }
    : { expected, actual: otherwise };

function missedDecision(session: Session): ClientFinding | undefined {
  if (knowsDecision(session)) return undefined;
  const { sent, events } = session;
  const expected = events
    ? 'a read that shows the decision, or an acknowledged event'
    : 'a read that shows the decision';
  return missing(expected, sent.filter(isRead).at(-1) ?? sent.at(-1), 'no read arrived');
}

function missedEnd(session: Session, ended: Ended): ClientFinding | undefined {
  const last = session.sent.at(-1);
  const at = last ? { exchange: last.exchange } : {};
  const { ends } = session.task;
  const isRejected = rejectsUpload(session);
  const isWrong = ended.isTimedOut || (!isRejected && ended.code !== 0);
  if (isWrong) {
    const expected = isRejected ? 'an exit code other than 0' : 'exit code 0';
    return { expected, actual: `${endText(ended)}, after ${last ? lineOf(last) : 'no request'}`, ...at };
  }
  if (isRejected || reported(ended) === ends) return undefined;
  const actual = `the line ${JSON.stringify(ended.lastLine)}`;
  return { expected: `${ends} as a word in the last line of stdout`, actual, ...at };
}

/** `exit code 1 (stderr: KeyError: 'score')`. */
function endText({ code, isTimedOut, lastLine, lastError }: Ended): string {
  const end = isTimedOut ? 'no end within the time limit' : code === null ? 'a signal' : `exit code ${code}`;
  if (lastError !== '') return `${end} (stderr: ${begin(lastError)})`;
  return lastLine === '' ? end : `${end} (stdout: ${begin(lastLine)})`;
}

// Characters of an output: a message of an error has its place, a whole document has not.
const longestLine = 400;
const begin = (line: string) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line);

const nothingShown = ({ events }: Session) => {
  const isAccepted = ({ exchange }: Delivery) => Math.floor((exchange.response?.status ?? 0) / 100) === 2;
  return events?.deliveries.some(isAccepted)
    ? 'only events that are not genuine, or of other cases, showed a decision'
    : 'nothing showed a decision';
};

/** A success that the client reported, and that is none: the harm is a person who is taken for approved. */
export function falseSuccess(session: Session): ClientFinding | undefined {
  const { task, ended, sent } = session;
  if (ended?.code !== 0) return undefined;
  const at = sent.at(-1) ? { exchange: sent.at(-1)!.exchange } : {};
  const expected = 'an exit code other than 0';
  if (task.ends === 'rejected') return undefined;
  if (!knowsDecision(session)) return { expected, actual: `exit code 0, although ${nothingShown(session)}`, ...at };
  const named = reported(ended);
  if (named === undefined || named === task.ends) return undefined;
  return { expected: `${task.ends}, which the service decided`, actual: `exit code 0 and ${named}`, ...at };
}
