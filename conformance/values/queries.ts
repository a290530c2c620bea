import { rowsOf } from './rows-of.ts';
import { words } from './texts.ts';

/** Queries that change no response: odd ones, and ones with names that mean something elsewhere. */
export const ignoredQueries = rowsOf(
  '',
  // Odd, but legal.
  ...words('& = ? a b= =c d=e=f g=1&g=2 l.m=n %20=%2F q=%C3%A9'),
  // Parameters of the path, properties and parts.
  ...words('case_id=other id=other type=PM reference=sandbox:approve kind=SELFIE file=x status=APPROVED'),
  // Names that frameworks and services read.
  ...words(
    `trace=1 format=xml _format=xml controller=x action=destroy route=x callback=x jsonp=x fields=id include=artifacts
    page=2 limit=0 debug=true lang=de locale=xx tenant=two Idempotency-Key=x PHPSESSID=x accept=text/html
    authenticity_token=x utf8=x wsdl pretty`,
  ),
);

/** Queries that some parsers reject. */
export const malformedQueries = rowsOf('%', '%zz', 'a=%fe', 'a=1&a[b]=2', 'h[]=1&i[j]=k', 'a[=1', '%00', 'o;p');
