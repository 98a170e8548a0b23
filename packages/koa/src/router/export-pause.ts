// Limits how long the client of an export may stop reading, because each export counts against `limits.exports`.
import type { ServerResponse } from 'node:http';

/** In milliseconds, between two reads of the client, not for the whole answer. Node notices a pause after up to twice as long. */
const maxPauseMs = 30_000;

/** Closes the connection of a client that leaves bytes unread for this time. A slow statement does not count. */
export function limitPause(res: ServerResponse, pauseMs = maxPauseMs): void {
  res.setTimeout(pauseMs, () => {
    if (res.writableLength > 0) res.destroy();
  });
}
