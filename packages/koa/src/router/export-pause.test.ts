import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limitPause } from './export-pause.js';

const pauseMs = 50;
let server: Server;
let client: Socket;

/** Serves one answer to a client that reads nothing unless it is resumed. */
async function answer(write: (res: ServerResponse) => void): Promise<void> {
  server = createServer((_, res) => {
    limitPause(res, pauseMs);
    write(res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n');
}
afterEach(() => {
  client.destroy();
  server.close();
});

test('a client that reads nothing loses its connection', async () => {
  const closed = new Promise((resolve) => {
    void answer((res) => {
      res.once('close', () => {
        resolve(res.writableFinished);
      });
      res.write(Buffer.alloc(32 * 1024 * 1024));
    });
  });
  expect(await closed).toBe(false);
});

test('a pause of the server is none of the client', async () => {
  await answer((res) => {
    res.write('first ');
    setTimeout(() => res.end('second'), 4 * pauseMs);
  });
  client.resume();
  let text = '';
  for await (const piece of client) {
    text += String(piece);
    if (text.includes('second')) break;
  }
  expect(text).toContain('second');
});
