// Cursors: encrypted and authenticated positions in an order. A cursor is opaque, and valid only for the list it is bound to.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Replaces a text that is too long for a cursor; it is then read from the row. */
export const valueOfRow: ValueOfRow = Object.freeze({});

type ValueOfRow = Readonly<Record<string, never>>;

/** A sort value of a row, as the database returns it. */
export type PositionValue = string | number | null | ValueOfRow;

/** Encrypts positions of rows to cursors, and decrypts the cursors of clients. */
export interface CursorSeal {
  /**
   * Creates the cursor of a position; null if it is too long. `isKept` marks values that must stay in the cursor; others may be
   * omitted and read from the row. Equal positions have equal cursors.
   */
  seal(boundTo: string, values: readonly PositionValue[], isKept: readonly boolean[]): string | null;
  /** Returns the position in a cursor; null if the cursor is damaged or bound to another list. */
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

/** Creates the seal of an API. The first secret encrypts; each can decrypt. */
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

/** Derives the keys with HKDF (RFC 5869). */
function deriveKeys(secret: string): Keys {
  const keys = Buffer.from(hkdfSync('sha256', secret, 'decorest', 'cursor', 64));
  return { mac: keys.subarray(0, 32), enc: keys.subarray(32) };
}

/** The authentication tag is also the initialization vector, as in SIV (RFC 5297): equal texts have equal cursors. */
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
  // The last character may have unused bits; only one spelling is valid.
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

/** Omits the longest texts until the rest fits. */
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

/** Anyone who knows the secret can create a cursor, so its text is validated. */
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
