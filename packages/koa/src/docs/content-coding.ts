// Content codings of files in memory (RFC 9110, 8.4): each is computed once, outside of the event loop.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A coding that the files can have, in order of preference. */
export type ContentCoding = 'br' | 'gzip';

export const contentCodings: readonly ContentCoding[] = ['br', 'gzip'];

/** The encoded bodies of a file. */
export type EncodedBodies = (coding: ContentCoding) => Promise<Buffer>;

/** Shorter bodies fit into one packet as they are. */
const leastLength = 1024;

/** Returns null for a body that is not worth it. The first request for a coding computes it for all. */
export function createEncodedBodies(body: string | Buffer, contentType: string): EncodedBodies | null {
  if (Buffer.byteLength(body) < leastLength || !/^text\/|^application\/json/.test(contentType)) return null;
  const bodies = new Map<ContentCoding, Promise<Buffer>>();
  return (coding) => {
    const known = bodies.get(coding) ?? encoders[coding](Buffer.from(body));
    bodies.set(coding, known);
    return known;
  };
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const encoders: Readonly<Record<ContentCoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (body) => compressGzip(body),
};
