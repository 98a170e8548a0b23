// One client: it sends a request, reads its answer to the end, and says how long that took.
import { Agent, request } from 'node:http';
import type { Call } from '../workloads/ask.js';

export interface TimedAnswer {
  readonly status: number;
  /** In milliseconds, to the end of the answer. */
  readonly time: number;
  readonly firstByte: number;
  readonly lines: number;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** How an answer is read: as a text, or as lines that are counted and thrown away. */
type Reading = 'text' | 'lines';

/** @throws Error when the answer does not come to its end. */
export function timeRequest(
  port: number,
  { method, path, body }: Call,
  reading: Reading = 'text',
): Promise<TimedAnswer> {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(reading === 'lines' ? { accept: 'application/x-ndjson' } : {}),
  };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      let firstByte = NaN;
      let lines = 0;
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => {
        if (lines === 0) firstByte = performance.now() - begun;
        if (reading === 'lines') lines += countLines(piece);
        else pieces.push(piece);
      });
      response.on('close', () => {
        const time = performance.now() - begun;
        const status = response.statusCode ?? 0;
        if (!response.complete) reject(new Error(`${path} ended with ${status}.`));
        else resolve({ status, time, firstByte, lines, body: Buffer.concat(pieces).toString() });
      });
    });
    sent.on('error', reject).end(body);
  });
}

const newline = 10;

function countLines(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) lines += 1;
  return lines;
}
