import { check, type Checks } from '../support/check.ts';
import { headChecks } from './head.ts';
import { responseHeaderChecks } from './headers.ts';
import { judgeLeftOpen } from './left-open.ts';
import { mediaTypeChecks } from './media-types.ts';
import { methodChecks } from './methods.ts';
import { pathChecks } from './paths.ts';
import { requestHeaderChecks } from './request-headers.ts';
import { responseEndChecks } from './response-end.ts';
import { timestampChecks } from './timestamps.ts';

export const http: Checks<'http'> = {
  ...pathChecks,
  ...methodChecks,
  ...headChecks,
  ...requestHeaderChecks,
  ...responseHeaderChecks,
  ...responseEndChecks,
  ...timestampChecks,
  ...mediaTypeChecks,
  'http.left-open-answers': check({ long: true }, judgeLeftOpen),
};
