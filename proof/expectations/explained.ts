/**
 * Expectations that no fault needs, by their keys, each with the reason to keep it. Preconditions need
 * no reason: when such a step fails, the check is inconclusive, and the check that blocks it fails.
 */
export const explained: Record<string, string> = {
  "locationIn: expectThat('wrong-location')": 'The proof serves at the root, where every path is below the base.',
  "idempotency.key-forms: expectProblem(created, 422, '/problems/idempotency-key-reused')":
    'Only a second run against a service that keeps its keys for a day gets here.',
  'idempotency.key-forms: expectAccepted(created)':
    'A key that is rejected at first is rejected again, and then the replay fails; this names the request that matters.',
  'tenancy.apart-under-load: expectAccepted(created)':
    'A create that is rejected has no id either, and then idOf fails; this gives a clearer message.',
  'idempotency.key-forms: expectAccepted(replayed)':
    'A replay that is rejected has no id either, and then idOf fails; this gives a clearer message.',
  'upload-artifact.written-by-any-client: expectAccepted(response)':
    'An upload that is rejected has no such record either; this gives a clearer message.',
  "webhook.arrives: expectThat('late-event')":
    'So late an event has usually not arrived when the check reads it; one that has arrived by then must still not pass.',
  'upload-artifact.repeated-kind: expectAccepted(second)':
    'An upload that is rejected has no id to be listed, and then the list fails; this gives a clearer message.',
  ...Object.fromEntries(
    [
      'http.header-names-any-case: expectAccepted(again)',
      'judgeSimilarKeys: expectAccepted(response)',
      'idempotency.other-key-other-case: expectAccepted(one!)',
      'idempotency.other-key-other-case: expectAccepted(other!)',
    ].map((key) => [
      key,
      'A rejected request has no id either, and then the ids differ; this gives a clearer message.',
    ]),
  ),
  'authentication.other-scheme-is-no-key: export const keyLocationChecks = {':
    'One row of several for the same rule: each scheme can be accepted on its own.',
  ...Object.fromEntries(
    [
      "create-case.returns-type: expectSame('wrong-type')",
      "upload-artifact.returns-kind: expectSame('wrong-kind')",
      "upload-artifact.returns-kind: forEveryStored(context, ({ kind }, sent, response) => expectSame('wrong-kind', 'the kind', kind, sent.kind, response))",
    ].map((key) => [
      key,
      'The rows and the requests of all other checks find the same; with --only there are no others.',
    ]),
  ),
  ...Object.fromEntries(
    [
      'case-lifecycle.decision-atomic: showsWholeDecisions(context)',
      "showsWholeDecisions: fail(context, 'torn-decision', torn, `reads that show ${show(before)} or ${show(after)}`)",
      'create-case.returns-reference: showsReference(tenant, await returnsReference(tenant, reference), reference)',
      'forEachCaseWithRejections: listsOnlyStored(context, id, uploads)',
      'forEveryResponse: judgeOtherExchanges(context, entries, () => true, judge)',
    ].map((key) => [
      key,
      'It finds by chance what the listed rows do not have; a fault that only chance finds proves nothing.',
    ]),
  ),
  'repeatUntilRunEnds: judge()': 'The later judgements find the same; the first one finds it before the wait.',
  'sandboxError: expectProblem(last, status, errorTypes[status])':
    'It only decides whether to send the request again; the check judges the last response.',
  "expectDecided: expectThat('wrong-decision')": 'Only preconditions call it.',
};

/** The keys of `explained` that name no place. */
export function staleKeys(places: { key: string }[], keys = Object.keys(explained)): string[] {
  const known = new Set(places.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}
