// A request as the checks of a document read it.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { encodeMessage, type Message } from './http-client.js';
import type { SentRequest } from './request-validator.js';

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  deflate: (bytes) => inflateSync(bytes),
};

/**
 * The request that a message is sent as, its body decoded when it is read: the checks read no body of a refused request, which
 * may be a bomb. Bytes that do not fit their encoding stay as they are.
 */
export function toSentRequest(method: string, path: string, message: Message): SentRequest {
  const { headers, bytes } = encodeMessage(message);
  const encoding = headers['content-encoding'] ?? '';
  return {
    method,
    path,
    headers,
    get body() {
      return bytes === undefined ? null : decode(Buffer.from(bytes), encoding).toString('utf8');
    },
  };
}

function decode(bytes: Buffer, encoding: string): Buffer {
  const decoder = decoders[encoding];
  if (!decoder) return bytes;
  try {
    return Buffer.from(decoder(bytes));
  } catch {
    return bytes;
  }
}
