/**
 * Expectations that no fault needs, each with the reason why it stands all the same. What only arranges needs no reason:
 * where such a step fails the check is inconclusive, and what it is blocked by fails.
 */
export const explained: Record<string, string> = {
  'create-case.location: expectThat(pathname.startsWith(`${base}/`), `a Location below ${base}/`, pathname, answer);':
    'The proof serves at the root, where every path is below the base.',
  "idempotency.key-forms: return expectProblem(created, 422, '/problems/idempotency-key-reused');":
    'Only a second run against a service that keeps its keys for a day comes here.',
  'idempotency.key-forms: expectAccepted(created);':
    'A key that is refused at first is refused again, and then the replay fails; this names the request that matters.',
  'tenancy.apart-under-load: expectAccepted(created);':
    'A create that is refused has no id either, and then idOf fails; this says so in clear words.',
  'idempotency.key-forms: expectAccepted(replayed);':
    'A replay that is refused has no id either, and then idOf fails; this says so in clear words.',
  "notFound: expectThat(!isAccepted(answer), 'status 404', `status ${answer.status}; ${question}`, answer);":
    'What is accepted is no such problem either; this says what may be wrong with the keys instead.',
  'upload-artifact.written-by-any-client: expectAccepted(answer);':
    'An upload that is refused has no such record either; this says so in clear words.',
  'webhook.arrives: expectThat(':
    'An event so late has mostly not come when this looks; that it came in the meantime must not make it pass.',
  'webhook.ids-differ: await eachSort(context, async (event) => ids.push(await idOf(event)));':
    'It only gathers: an event without an id leaves it blocked.',
  'upload-artifact.repeated-kind: expectAccepted(second);':
    'An upload that is refused has no id to be listed, and then the list fails; this says so in clear words.',
};
