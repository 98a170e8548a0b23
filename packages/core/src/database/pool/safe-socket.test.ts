// An error that is thrown where a socket tells of its bytes.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { SafeSocket } from './safe-socket.js';

const server = createServer((far) => far.on('error', () => undefined).end('strange'));
const socket = new SafeSocket();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  socket.destroy();
  await new Promise((closed) => server.close(closed));
});

test('what a listener throws ends the connection, not the process', async () => {
  const cause = new RangeError('No such message.');
  socket.on('data', () => {
    throw cause;
  });
  const failing = once(socket, 'close').catch((error: unknown) => error);
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  expect(await failing).toMatchObject({ code: 'ECONNABORTED', cause });
  expect(socket.destroyed).toBe(true);
});
