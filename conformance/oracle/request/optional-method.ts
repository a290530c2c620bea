// HEAD and OPTIONS, which a service may support or reject (D80, D85).
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Expectation } from '../terms.ts';
import type { Reading } from './reading.ts';
import { bare, optional } from './rejections.ts';

const open: RequirementId = 'http.left-open-answers';
const likeGet: RequirementId = 'http.head-like-get';

/** Without a valid key neither method may show a case, and OPTIONS shows none. */
export function optionalMethodOfStranger({ target, exchange: { request } }: Reading): Expectation {
  const statuses = [401, 404, 405, 400];
  if (request.method === 'HEAD')
    return { rejections: statuses.map((status) => bare(status, likeGet)), accepts: likeGet };
  const rejections = optional(...statuses.map((status) => bare(status, open)));
  return { rejections, accepts: open, ...(target.operation && { successes: [200, 204] }) };
}

/**
 * With a key, HEAD gets the status of GET or 405, and OPTIONS 200, 204 or 405.
 *
 * @param ofGet what GET would get; where the path has no GET, what a wrong method gets
 * @param isForeign the case is of another tenant
 */
export function optionalMethod(reading: Reading, ofGet: Expectation, isForeign: boolean): Expectation {
  const statuses = [...new Set([...ofGet.rejections.map(({ status }) => status), 405])];
  if (reading.exchange.request.method === 'OPTIONS') {
    const ofUnknown = ofGet.unclear ? [404, 405] : statuses.filter((status) => status === 404 || status === 405);
    const rejections = optional(...ofUnknown.map((status) => bare(status, open)));
    return { rejections, accepts: open, successes: [200, 204] };
  }
  if (ofGet.unclear)
    return { rejections: optional(bare(404, open), bare(405, open)), accepts: likeGet, successes: [200] };
  const requirement = isForeign ? 'tenancy.foreign-other-method-like-unknown' : likeGet;
  const rejections = statuses.map((status) => bare(status, requirement));
  const isRejected = ofGet.rejections.some(({ must }) => must);
  return { rejections: isRejected ? rejections : optional(...rejections), accepts: likeGet, successes: [200] };
}
