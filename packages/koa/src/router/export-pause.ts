// Bounds how long the client of an export may take nothing of it: it keeps one of the places of exports.
import type { ServerResponse } from 'node:http';

/** In milliseconds, between two reads of the client, not for the whole answer. */
const maxPauseMs = 60_000;

/** Ends the connection of a client that leaves bytes unread for so long. A statement that takes its time is no pause. */
export function limitPause(res: ServerResponse, pauseMs = maxPauseMs): void {
  res.setTimeout(pauseMs, () => {
    if (res.writableLength > 0) res.destroy();
  });
}
