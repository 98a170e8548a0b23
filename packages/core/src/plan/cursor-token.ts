// Cursors: positions in an order, sealed. A cursor is opaque, and valid only for the list that it is bound to.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Stands for a text that is too long for a cursor: the cursor's own row has it. */
export const valueOfRow: ValueOfRow = Object.freeze({});

type ValueOfRow = Readonly<Record<string, never>>;

/** A value by which a row is sorted, as its database gives it. */
export type PositionValue = string | number | null | ValueOfRow;

/** Seals the positions of rows, and opens what clients send. */
export interface CursorSeal {
  /**
   * The cursor of a position; null for one that is too long. `isKept` tells which values are always in it: without the
   * others, the row of the key has them. Equal positions have equal cursors.
   */
  seal(boundTo: string, values: readonly PositionValue[], isKept: readonly boolean[]): string | null;
  /** The position in a cursor; null for one that is damaged, or bound to something else. */
  open(boundTo: string, cursor: string): readonly PositionValue[] | null;
}

const version = 1;
const tagBytes = 16;
const maxBytes = 1_200;
const cursorPattern = /^[A-Za-z0-9_-]{27,1700}$/;

interface Keys {
  readonly mac: Buffer;
  readonly enc: Buffer;
}

/** Creates the seal of an API. The first secret seals, all open. */
export function createCursorSeal(secrets: readonly string[]): CursorSeal {
  const all = secrets.map(deriveKeys);
  const [first] = all;
  if (!first) throw new Error('Cursors are sealed with a secret.');
  return {
    seal: (boundTo, values, isKept) => {
      const text = formatPosition(values, isKept);
      return text === null ? null : sealText(first, boundTo, text);
    },
    open: (boundTo, cursor) => {
      const sealed = decodeCursor(cursor);
      if (!sealed) return null;
      for (const keys of all) {
        const text = openSealed(keys, boundTo, sealed);
        if (text) return parsePosition(text);
      }
      return null;
    },
  };
}

/** HKDF (RFC 5869). */
function deriveKeys(secret: string): Keys {
  const keys = Buffer.from(hkdfSync('sha256', secret, 'decorest', 'cursor', 64));
  return { mac: keys.subarray(0, 32), enc: keys.subarray(32) };
}

/** The tag is the initialization vector: the same text has the same cursor (as in RFC 5297). */
function sealText({ mac, enc }: Keys, boundTo: string, text: Buffer): string {
  const tag = computeTag(mac, boundTo, text);
  const cipher = createCipheriv('aes-256-ctr', enc, tag);
  return Buffer.concat([Buffer.from([version]), tag, cipher.update(text), cipher.final()]).toString(
    'base64url',
  );
}

function decodeCursor(cursor: string): Buffer | null {
  if (!cursorPattern.test(cursor)) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  // The last character may have bits that mean nothing: one spelling is valid.
  return bytes[0] === version && bytes.toString('base64url') === cursor ? bytes : null;
}

function openSealed({ mac, enc }: Keys, boundTo: string, sealed: Buffer): Buffer | null {
  const tag = sealed.subarray(1, 1 + tagBytes);
  const decipher = createDecipheriv('aes-256-ctr', enc, tag);
  const text = Buffer.concat([decipher.update(sealed.subarray(1 + tagBytes)), decipher.final()]);
  return timingSafeEqual(computeTag(mac, boundTo, text), tag) ? text : null;
}

function computeTag(mac: Buffer, boundTo: string, text: Buffer): Buffer {
  const bound = Buffer.from(boundTo);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bound.length);
  return createHmac('sha256', mac).update(length).update(bound).update(text).digest().subarray(0, tagBytes);
}

/** Leaves out the longest texts until the rest fits. */
function formatPosition(values: readonly PositionValue[], isKept: readonly boolean[]): Buffer | null {
  let kept = values;
  for (;;) {
    const text = Buffer.from(JSON.stringify(kept));
    if (text.length <= maxBytes) return text;
    const longest = findLongest(kept, isKept);
    if (longest === -1) return null;
    kept = kept.map((value, at) => (at === longest ? valueOfRow : value));
  }
}

function findLongest(values: readonly PositionValue[], isKept: readonly boolean[]): number {
  const lengths = values.map((value, at) =>
    typeof value === 'string' && isKept[at] === false ? Buffer.byteLength(JSON.stringify(value)) : 0,
  );
  const max = Math.max(...lengths);
  return max === 0 ? -1 : lengths.indexOf(max);
}

/** Who knows the secret can seal anything. */
function parsePosition(text: Buffer): readonly PositionValue[] | null {
  try {
    const values: unknown = JSON.parse(text.toString());
    return Array.isArray(values) && values.every(isPositionValue) ? values : null;
  } catch {
    return null;
  }
}

function isPositionValue(value: unknown): value is PositionValue {
  if (typeof value === 'object') return value === null || Object.keys(value).length === 0;
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}
