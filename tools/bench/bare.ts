// A minimal HTTP server in Node: it reads the whole request and sends a fixed response.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const [read = '', created = ''] = process.argv.slice(2);
const headers = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

const server = http.createServer((request, response) => {
  const [status, body] = request.method === 'GET' ? [200, read] : [201, created];
  request.on('end', () => {
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
  request.resume();
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
