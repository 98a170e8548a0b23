// The unanswered requests of a server, by their connections.
import { once } from 'node:events';
import { Agent, createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { findPendingResponses, trackRequests } from './draining.js';

test('an answer is pending until it ends, in whatever order answers end', async () => {
  const server = createServer();
  trackRequests(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent();
  const order = fc.nat(5).chain((last) => {
    const numbers = Array.from({ length: last + 1 }, (_, at) => at);
    return fc.shuffledSubarray(numbers, { minLength: numbers.length });
  });
  try {
    await fc.assert(
      fc.asyncProperty(order, async (ends) => {
        const responses: ServerResponse[] = [];
        // A failure leaves requests without an answer: their connections end with the test.
        const send = () => get({ port, host: '127.0.0.1', agent }).on('error', () => undefined);
        while (responses.length < ends.length) {
          const arrival = once(server, 'request');
          send().on('response', (answer) => answer.resume());
          const [, response] = (await arrival) as [unknown, ServerResponse];
          responses.push(response);
        }
        const sockets = responses.map(({ req }) => req.socket);
        const pending = new Set(responses);
        for (const response of ends.flatMap((at) => responses.slice(at, at + 1))) {
          const closing = once(response, 'close');
          response.end();
          await closing;
          pending.delete(response);
          const found = sockets.flatMap((socket) => findPendingResponses(server, socket));
          expect(found).toHaveLength(pending.size);
          expect(new Set(found)).toEqual(pending);
        }
      }),
      { numRuns: 30 },
    );
  } finally {
    agent.destroy();
    server.close();
    server.closeAllConnections();
  }
});
