// The JSON body of a request, by events: an async iterator over the request takes several times as long.
import type { IncomingMessage } from 'node:http';
import { BadRequest } from './requests.js';

const mostBytes = 1_000_000;

/** @throws BadRequest when the body is too long or no JSON. */
export function readJson(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= mostBytes) chunks.push(chunk);
    });
    request.on('error', reject);
    request.on('end', () => {
      const [first] = chunks;
      const bytes = chunks.length === 1 && first ? first : Buffer.concat(chunks);
      try {
        if (length > mostBytes) throw new BadRequest('The body is too long.');
        resolve(JSON.parse(bytes.toString()));
      } catch (error) {
        reject(error instanceof BadRequest ? error : new BadRequest('The body is no JSON.'));
      }
    });
  });
}
