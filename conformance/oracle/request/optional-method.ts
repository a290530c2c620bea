// HEAD and OPTIONS, which a service may support or reject (D28, D92).
import type { RequirementId } from '../../../generated/requirements.ts';
import { type Exchange, headerIn } from '../../wire/exchange.ts';
import type { Expectation, Rejection } from '../terms.ts';
import type { Reading } from './reading.ts';
import { allowed, ofAnyForm, oneOf, optional, successesOf } from './rejections.ts';

const open: RequirementId = 'http.left-open-responses';
const likeGet: RequirementId = 'http.head-like-get';
const ofOptions = successesOf('method.options');

const withoutBody = (rejections: Rejection[], requirement: RequirementId) =>
  rejections.map((each) => ({ ...ofAnyForm(each), requirement }));

/** What a service may do with `OPTIONS`; a browser sends it as a preflight before a request to another site. */
const ofOptionsMethod = ({ headers }: Exchange['request']): Rejection[] => {
  const isPreflight = ['Origin', 'Access-Control-Request-Method'].every(
    (name) => headerIn(headers, name) !== undefined,
  );
  return oneOf(isPreflight ? 'method.preflight' : 'method.options');
};

/** Without a valid key neither method may show a case, and OPTIONS shows none. */
export function optionalMethodOfStranger({ authorization, exchange: { request } }: Reading): Expectation {
  const rejections = [...authorization.rejections, ...oneOf('method.unmatched-without-key')];
  if (request.method === 'HEAD') return { rejections: withoutBody(rejections, likeGet), accepts: likeGet };
  const ofMethod = [...rejections, ...ofOptionsMethod(request)];
  return { rejections: optional(...withoutBody(ofMethod, open)), accepts: open, successes: ofOptions };
}

/**
 * With a key, HEAD gets the status of GET or 405, and OPTIONS 200, 204 or 405, or 403 as a preflight.
 *
 * @param ofGet what GET would get; where the path has no GET, what a wrong method gets
 * @param isForeign the case is of another tenant
 */
export function optionalMethod(reading: Reading, ofGet: Expectation, isForeign: boolean): Expectation {
  const { request } = reading.exchange;
  const gotten = ofGet.unclear ? oneOf('method.wrong-on-unknown-case') : ofGet.rejections;
  if (request.method === 'OPTIONS') {
    const ofUnknown = gotten.filter(({ status }) => status === 404 || status === 405);
    const rejections = withoutBody([...ofUnknown, ...ofOptionsMethod(request)], open);
    return { rejections: optional(...rejections), accepts: open, successes: ofOptions };
  }
  const requirement = isForeign ? 'tenancy.foreign-like-unknown' : likeGet;
  const rejections = withoutBody([...gotten, ...allowed('method.head')], requirement);
  if (ofGet.unclear) return { rejections: optional(...rejections), accepts: likeGet, successes: [200] };
  const isRejected = ofGet.rejections.some(({ must }) => must);
  const all = isRejected ? rejections.map((each) => ({ ...each, must: true })) : optional(...rejections);
  return { rejections: all, accepts: likeGet, successes: [200] };
}
