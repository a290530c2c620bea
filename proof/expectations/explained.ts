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
};

/** The keys of `explained` that name no place. */
export function staleKeys(places: { key: string }[], keys = Object.keys(explained)): string[] {
  const known = new Set(places.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}
