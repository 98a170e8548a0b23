// An error that is thrown where a socket tells of its bytes.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { SafeSocket } from './safe-socket.js';

test('what a listener throws ends the connection, not the process', async () => {
  const server = createServer((far) => far.on('error', () => undefined).end('strange'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new SafeSocket();
  const cause = new RangeError('No such message.');
  socket.on('data', () => {
    throw cause;
  });
  const failing = once(socket, 'close').catch((error: unknown) => error);
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  expect(await failing).toMatchObject({ code: 'ECONNABORTED', cause });
  expect(socket.destroyed).toBe(true);
  await new Promise((closed) => server.close(closed));
});
