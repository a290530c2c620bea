// For tests of a client: does it wait and repeat a create that the service was too busy for?

/**
 * A `fetch` that asks the sandbox for an error in the first create that it sends, and sends everything else as it is.
 * The error is not stored under the `Idempotency-Key`, so the repetition opens the case (D72).
 *
 * @param error what the first create gets: 429 or 503, with `Retry-After: 1`
 */
export function failsOnce(error: 429 | 503): typeof fetch {
  let isFirst = true;
  return async (input, init) => {
    const request = new Request(input, init);
    const isCreate = request.method === 'POST' && new URL(request.url).pathname.endsWith('/cases');
    if (!isCreate || !isFirst) return fetch(request);
    isFirst = false;
    const create = (await request.clone().json()) as object;
    const body = JSON.stringify({ ...create, reference: `sandbox:error:${error}` });
    return fetch(new Request(request, { method: 'POST', body }));
  };
}
