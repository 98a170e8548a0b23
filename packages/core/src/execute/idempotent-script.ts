// A write that a key allows once: within its transaction, the key is claimed first and the answer stored last. Nothing is
// committed but both, so a request that is sent again either finds its answer or runs.
import { ApiError } from '../errors.js';
import type { IdempotencyStatements } from '../sql/idempotency-sql.js';
import { DatabaseError } from './database-error.js';
import { run, type Script } from './script.js';

/** An answer as it is stored and sent again. */
export interface PrintedAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Compact JSON; null without a body. */
  readonly body: string | null;
}

/** The answer of a write with a key. */
export interface KeyedAnswer {
  readonly answer: PrintedAnswer;
  /** An earlier request has written it. */
  readonly isReplay: boolean;
}

/** A key in its scope, and the request that it stands for. */
export interface Claim {
  readonly id: string;
  readonly fingerprint: string;
}

/** What keys are stored with. */
export interface KeyStore {
  readonly statements: IdempotencyStatements;
  /** How long an answer is kept, in milliseconds. */
  readonly keepMs: number;
}

/** Where a script is. */
export interface ScriptProgress {
  /** Its statement waits for another transaction with the key, if there is one. */
  isClaiming: boolean;
}

/** Claims the key and runs the write, or returns the stored answer. Throws `idempotency_key_reused`. */
export function* answerOnce(
  store: KeyStore,
  claim: Claim,
  progress: ScriptProgress,
  write: () => Script<PrintedAnswer>,
): Script<KeyedAnswer> {
  const stored = yield* claimKey(store, claim, progress);
  if (stored !== null) return { answer: parseAnswer(stored, claim), isReplay: true };
  const answer = yield* write();
  const text = serializeAnswer(answer);
  yield* requireStorable(store.statements, text);
  yield* run(store.statements.store, [text, claim.id]);
  return { answer, isReplay: false };
}

/** In characters: servers take packets of 64 KiB at least, and a character has four bytes at most. */
const maxUnchecked = 16_000;
/** In bytes: what a packet has besides the answer. */
const packetRest = 1_024;

/** Throws `response_too_large` before the server closes the connection over a packet that is too large. */
function* requireStorable({ selectMaxBytes }: IdempotencyStatements, answer: string): Script<void> {
  if (!selectMaxBytes || answer.length <= maxUnchecked) return;
  const { rows } = yield* run(selectMaxBytes, []);
  if (Buffer.byteLength(answer) + packetRest <= Number(rows[0]?.[0])) return;
  throw new ApiError('response_too_large', {
    detail:
      'The database cannot keep an answer of this size for the key. Nothing is changed: send less, or `Prefer: return=minimal`.',
  });
}

/** The stored answer; null when the key is ours now. */
function* claimKey(
  { statements, keepMs }: KeyStore,
  { id, fingerprint }: Claim,
  progress: ScriptProgress,
): Script<string | null> {
  const now = Date.now();
  progress.isClaiming = true;
  const { affected } = yield* run(statements.claim, [id, fingerprint, now]);
  progress.isClaiming = false;
  if (statements.claimIsCounted && affected > 0) return null;
  const [row] = (yield* run(statements.look, [id])).rows;
  if (!row) throw new DatabaseError('conflict', new Error('An expired key was deleted concurrently.'));
  const [storedFingerprint, createdAt, answer] = row;
  // A claim without an answer is never committed: it is our own.
  if (answer === null) return null;
  if (Number(createdAt) <= now - keepMs) {
    yield* run(statements.renew, [fingerprint, now, id]);
    return null;
  }
  if (storedFingerprint !== fingerprint) throw createReusedError();
  return answer as string;
}

function createReusedError(): ApiError {
  return new ApiError('idempotency_key_reused', {
    detail: 'The key belongs to a request of another method, path, query or body.',
  });
}

/** The headers that say where the entity is, and in which state. All others belong to one exchange. */
const storedHeaders = ['location', 'etag'];

function serializeAnswer({ status, headers, body }: PrintedAnswer): string {
  const kept = storedHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  return JSON.stringify({ status, headers: Object.fromEntries(kept) as Record<string, string>, body });
}

/** Throws an error that names the row, and quotes nothing of the answer. */
function parseAnswer(stored: string, { id }: Claim): PrintedAnswer {
  try {
    const answer: unknown = JSON.parse(stored);
    if (isPrintedAnswer(answer)) return answer;
  } catch {
    // The same as text that is JSON, and no answer.
  }
  throw new Error(
    `The stored answer of the idempotency key with the id '${id}' is damaged: delete this row.`,
  );
}

function isPrintedAnswer(value: unknown): value is PrintedAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const { status, headers, body } = value as Partial<Record<keyof PrintedAnswer, unknown>>;
  const isText = (text: unknown) => typeof text === 'string';
  return (
    Number.isInteger(status) &&
    typeof headers === 'object' &&
    headers !== null &&
    Object.values(headers).every(isText) &&
    (body === null || isText(body))
  );
}
