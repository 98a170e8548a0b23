// Connections that have been idle are asked before they do any work: the way to the database may have been lost meanwhile (a
// frozen host, a dropped entry of a NAT table), and nothing reports that while no statement waits for its answer.
import type { ConnectionSource } from './connection-source.js';
import type { PooledConnection } from './pooled-connection.js';

/** A connection that has been idle for so many milliseconds is asked first, which takes a round trip. */
export const maxUncheckedMs = 1_000;
/** How long it has to answer, in milliseconds. */
const maxSilenceMs = 2_000;

/**
 * Returns the connection if it answers; otherwise closes it and acquires another. After a silence, those that are idle in its
 * pool are closed as well: each would cost the same wait. New connections are not asked.
 */
export async function exchangeSilent<C>(
  lent: PooledConnection<C>,
  source: ConnectionSource<C>,
): Promise<PooledConnection<C>> {
  let current = lent;
  while (current.idleMs() >= maxUncheckedMs) {
    const reply = await askForReply(current);
    if (reply === 'answer') break;
    if (reply === 'silence') current.closeIdle();
    current.destroy(new Error('The connection had ended while it was idle.'));
    current = await source.acquire();
  }
  return current;
}

function askForReply(connection: PooledConnection<unknown>): Promise<'answer' | 'failure' | 'silence'> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxSilenceMs, 'silence');
    const settle = (reply: 'answer' | 'failure') => () => {
      clearTimeout(timer);
      resolve(reply);
    };
    connection.ping().then(settle('answer'), settle('failure'));
  });
}
