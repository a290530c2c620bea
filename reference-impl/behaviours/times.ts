import { type Freedom, withBody, withHeaders } from './support.ts';

/** The body with its times written in another way. */
const withTimes = (milliseconds: RegExp, written: string): Freedom =>
  withBody((body) => JSON.parse(JSON.stringify(body).replaceAll(milliseconds, written)) as Record<string, unknown>);

const clockOf =
  (time: () => number): Freedom =>
  () => ({ now: () => new Date(time()) });

/** A clock that is off by this much, in milliseconds, in times and in the header `Date` alike. */
const clockAndDateOf =
  (off: number): Freedom =>
  (...service) => ({
    ...clockOf(() => Date.now() + off)(...service),
    ...withHeaders((headers) => ({ ...headers, Date: new Date(Date.now() + off).toUTCString() }))(...service),
  });

/** Writes the times in reads in another form than in the other responses. */
const readsWith =
  (rewrite: (body: string) => string): Freedom =>
  (original) => ({
    render: (...response) => {
      const rendered = original.render(...response);
      return rendered.status === 200 ? { ...rendered, body: rewrite(rendered.body) } : rendered;
    },
  });

export const clocks: Record<string, Freedom> = {
  'the clock is an hour ahead': clockAndDateOf(3_600_000),
  'the clock is an hour behind': clockAndDateOf(-3_600_000),
  'the clock is four minutes behind that of a proxy, which writes Date': clockOf(() => Date.now() - 240_000),
  // A service without a clock sends no Date (RFC 9110 §6.6.1).
  'the clock is a day behind, and responses have no Date': (...service) => ({
    ...clockOf(() => Date.now() - 86_400_000)(...service),
    console(_, response) {
      response.sendDate = false;
      return false;
    },
  }),
  'artifacts are dated by a machine that is four seconds behind': ({ newArtifact }) => ({
    newArtifact: (upload, parts) =>
      newArtifact(upload, { ...parts, now: () => new Date(parts.now().getTime() - 4000) }),
  }),
};

export const times: Record<string, Freedom> = {
  'timestamps have nanoseconds': withTimes(/\.(\d{3})Z"/g, '.$1000001Z"'),
  'timestamps have no fraction': withTimes(/\.\d{3}Z"/g, 'Z"'),
  'the first response has nanoseconds, and a read the microseconds that the database kept': ({ render }) => ({
    render: (...response) => {
      const rendered = render(...response);
      const digits = rendered.status === 200 ? '457' : '456789';
      return { ...rendered, body: rendered.body.replaceAll(/\.(\d{3})Z"/g, `.$1${digits}Z"`) };
    },
  }),
  'each read writes times and the order of reasons in another way': (original, baseUrl) => {
    let count = 0;
    return {
      ...readsWith((body) => body.replaceAll(/\.(\d{3})Z"/g, `.$1${'0'.repeat(count % 7)}Z"`))(original, baseUrl),
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        if (response.status !== 200) return response;
        count += 1;
        const { reasons } = response.body;
        return { ...response, body: { ...response.body, reasons: count % 2 === 0 ? reasons.toReversed() : reasons } };
      },
    };
  },
  'whole seconds are written with and without a fraction': (original, baseUrl) => ({
    ...clockOf(() => Math.floor(original.now().getTime() / 1000) * 1000)(original, baseUrl),
    ...readsWith((body) => body.replaceAll('.000Z"', 'Z"'))(original, baseUrl),
  }),
};
