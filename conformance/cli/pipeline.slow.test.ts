// Candidates as in a pipeline: late to start, behind a proxy, or in need of extra headers.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { problem, Rejected } from '../../reference-impl/domain/rejections.ts';
import { startChanged } from '../../reference-impl/behaviours/start.ts';
import { referenceKeys, startReference } from '../reference/start.ts';
import { pdf } from '../values/evidence-files.ts';
import { firstStatus } from './first-response.ts';
import { readOptions } from './settings/options.ts';
import { headlineOf, listening, proxyTo, run, runHere } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const environment = {
  IDV_API_KEY: referenceKeys.tenant,
  IDV_OTHER_API_KEY: referenceKeys.other,
  IDV_LIVE_API_KEY: referenceKeys.live,
};
const folder = temporaryFolder();

describe('--wait', () => {
  const options = (seconds: string) => readOptions(['--wait', seconds], {});

  /** An address where nothing listens. */
  async function unused(): Promise<string> {
    const { address, stop } = await listening(http.createServer());
    stop();
    return address;
  }

  test('waits until the service listens, and until the proxy in front of it has found it', async () => {
    const address = await unused();
    let asked = 0;
    const late = http.createServer((_, response) => {
      asked += 1;
      response.writeHead(asked < 3 ? 502 : 404).end();
    });
    const waiting = firstStatus(`http://${address}`, options('30'));
    late.listen(Number(address.split(':')[1]), '127.0.0.1');
    expect(await waiting).toBe(404);
    expect(asked).toBe(3);
    late.close();
  });

  test('ends with the last failure', async () => {
    const address = await unused();
    await expect(firstStatus(`http://${address}`, options('0.3'))).rejects.toThrow(
      `No response from http://${address} within 0.3 s: connection refused. Start the candidate, or correct --base-url.`,
    );
  });
});

test('below a path of a gateway with a private CA, which needs a header and writes its own host, requirements are met', async () => {
  const base = '/gateway/idv/v1';
  const requests: http.IncomingMessage[] = [];
  const requestsElsewhere: string[] = [];
  const service = await startReference();
  const elsewhere = await listening(
    http.createServer((request, response) => {
      requestsElsewhere.push(request.url!);
      response.end('{}');
    }),
  );
  const gateway = await proxyTo(service.baseUrl, {
    base,
    certificate: certificateInFolder(),
    location: (path) => `http://${elsewhere.address}${base}${path}`,
    before: (request) => void requests.push(request),
  });
  onTestFinished(async () => {
    gateway.stop();
    elsewhere.stop();
    await service.stop();
  });
  writeFileSync(join(folder, 'gateway.yaml'), 'ca: cert.pem\n');
  // Every way of sending: slow, in pieces, at the same time, cut, large. run/hostile.slow.test.ts has a whole run below a path.
  const only = [
    'http.accept-ignored',
    'http.head-like-get',
    'http.header-names-any-case',
    'http.nothing-behind-response',
    'http.unknown-input-ignored',
    'limits.slow-body-accepted',
    'limits.file-rejected',
    'create-case.location',
    'authentication.unknown-key-rejected',
    'idempotency.parallel-upload-once',
    'upload-artifact.rejected-stores-nothing',
  ].flatMap((each) => ['--only', each]);
  const flags = ['--base-url', gateway.baseUrl, '--claim', 'sandbox', '--header', 'Accept: text/own', ...only];
  const files = ['--manifest', join(folder, 'gateway.yaml'), '--report-dir', join(folder, 'reports')];
  const own = { ...environment, IDV_HEADER: 'X-Gateway: gateway-secret' };

  const { code, out, err } = await run([...flags, ...files], own);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(headlineOf(out)).toMatch(/^PASSED (\d+) of \1 selected · https:/);
  // A Location with another host is judged by its path, and no key goes there.
  expect(requestsElsewhere).toEqual([]);
  const without = requests.filter(({ headers }) => headers['x-gateway'] !== 'gateway-secret');
  expect(without.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  // --header is sent unless a scenario sets the header, such as those of http.accept-ignored.
  const accepts = new Set(requests.map(({ headers }) => headers.accept));
  expect(accepts).toContain('text/own');
  expect(accepts.size).toBeGreaterThan(1);
  expect(readFileSync(join(folder, 'reports/report.json'), 'utf8') + out).not.toContain('gateway-secret');

  const untrusted = await run(flags, own);
  expect(untrusted.err).toMatch(
    /^The certificate of https:\/\/.* is not trusted: self-signed certificate\. Name its CA by --ca <file>\.\n$/,
  );
  expect(untrusted.code).toBe(2);
});

/** A new key and a certificate for loopback; the certificate is also written to `cert.pem`. */
function certificateInFolder() {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-nodes', '-keyout', key, '-out', cert];
  const flags = ['req', '-x509', '-newkey', 'rsa:2048', ...files, '-days', '2', ...subject];
  execFileSync('openssl', flags, { stdio: 'pipe' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

test('a candidate that accepts only certain evidence and references is judged with them', async () => {
  const { baseUrl, stop } = await startChanged((original) => ({
    newCase: (body, parts) => {
      if (body.reference !== 'customer-7') throw new Rejected(problem(422, 'invalid-request', 'Unknown customer.'));
      return original.newCase(body, parts);
    },
    newArtifact: (body, parts) => {
      const artifact = original.newArtifact(body, parts);
      if (artifact.content_type !== 'application/pdf') throw new Rejected(problem(415, 'unsupported-file-type', 'No.'));
      return artifact;
    },
  }));
  writeFileSync(join(folder, 'deed.pdf'), pdf());
  writeFileSync(join(folder, 'own.yaml'), 'evidence: deed.pdf\nreference: customer-7\n');
  const stated = ['--base-url', baseUrl, '--class', 'stated'];
  const without = await runHere([...stated, '--only', 'create-case'], environment);
  expect(headlineOf(without.out)).toContain('FAILED');
  const { out } = await runHere([...stated, '--manifest', join(folder, 'own.yaml')], environment);
  expect(headlineOf(out)).toBe(`CONFORMANT: ${baseUrl} (stated)`);
  await stop();
});
