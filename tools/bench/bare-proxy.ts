// The least that a reverse proxy in Node can be: it passes requests on and responses back, and reads neither.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const target = process.argv[2]!;
const agent = new http.Agent({ keepAlive: true });

const server = http.createServer((request, response) => {
  const { method = 'GET', headers, url = '/' } = request;
  const passed = http.request(target + url, { method, headers, agent }, (received) => {
    response.writeHead(received.statusCode!, received.rawHeaders);
    received.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
