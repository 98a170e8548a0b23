// The orderly end of a server. Knows nothing of what it serves.
import type { Server } from 'node:http';

/** Ctrl-C reaches a child of npm twice: from the terminal, and passed on by npm a moment later. */
const samePressMs = 150;

/**
 * On SIGINT or SIGTERM: takes no new connections, lets requests under way finish, calls `close`; the process then ends
 * by itself with code 0. A second signal ends it at once.
 */
export function stopOnSignal(server: Server, close: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now();
      void stop(server, close);
    } else if (performance.now() - stoppingSince > samePressMs) {
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

async function stop(server: Server, close: () => Promise<void>): Promise<void> {
  await finished(server);
  await close();
}

/** Connections kept alive by their clients are closed as soon as their last request is answered. */
async function finished(server: Server): Promise<void> {
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, 20);
  await new Promise((closed) => server.close(closed));
  clearInterval(sweep);
}
