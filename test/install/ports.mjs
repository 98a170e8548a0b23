// Free ports, and waiting for a server on one.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const startLimitMs = 60_000;

/** A free port. */
export async function freePort() {
  const probe = createServer();
  await new Promise((open) => probe.listen(0, '127.0.0.1', open));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** Waits until a URL is answered, with any status; fails when the server ends before, or after a minute. */
export async function untilAnswered(url, server, printed) {
  const deadline = Date.now() + startLimitMs;
  while (!(await isAnswered(url))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`It does not start: ${printed()}`);
    await sleep(50);
  }
}

function isAnswered(url) {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
