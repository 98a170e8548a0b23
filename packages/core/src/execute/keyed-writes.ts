// Writes with an idempotency key: whose key it is, one at a time per key, and the deletion of old answers.
import type { Fault } from '../errors.js';
import type { IdempotencyModel } from '../model/idempotency-model.js';
import type { Route } from '../model/route-model.js';
import type { Settings } from '../options.js';
import type { CompleteRequest } from '../request/api-request.js';
import { digestKey, findIdempotencyKey, type SentKey } from '../request/idempotency-key.js';
import type { Dialect } from '../sql/dialect.js';
import { compileIdempotency } from '../sql/idempotency-sql.js';
import type { Awaitable } from './awaitable.js';
import { DatabaseError } from './database-error.js';
import { createKeySweep } from './idempotency-sweep.js';
import type { Executor, SearchedScript, WriteSearch } from './executor.js';
import {
  answerOnce,
  type Claim,
  type KeyedAnswer,
  type KeyStore,
  type PrintedAnswer,
  type ScriptProgress,
} from './idempotent-script.js';
import { createInProgressError, KeyQueue } from './idempotency-queue.js';
import { bindStatement, type BoundStatement, type QueryResult } from './script.js';

/** The key of a request, in its scope. */
export type RequestKey =
  { readonly id: string; readonly fault: null } | { readonly id: null; readonly fault: Fault };

/** What a request with a key does once. */
export interface KeyedRequest<T> {
  readonly writes: KeyedWrites;
  readonly claim: Claim;
  /** Prints the answer, within the transaction of the write. */
  readonly print: (result: T) => PrintedAnswer;
  readonly signal: AbortSignal | undefined;
}

/** A script to run once, and whether listeners or hooks observe it. */
interface KeyedScript<T> {
  readonly isObserved: boolean;
  readonly search?: WriteSearch;
  readonly script: SearchedScript<T>;
}

/** Runs writes of requests that have a key. */
export interface KeyedWrites {
  /** The key of a request; null without one. Throws `invalid_request` where it is missing, and what the scope throws. */
  identify(route: Route, request: CompleteRequest): Promise<RequestKey> | null;
  /** Runs the script, or finds the answer of an earlier run. Throws `idempotency_key_reused` and `request_in_progress`. */
  run<T>(executor: Executor, request: KeyedRequest<T>, write: KeyedScript<T>): Promise<KeyedAnswer>;
}

/** What keyed writes run with. */
interface KeyedWriteParts {
  readonly dialect: Dialect;
  readonly executor: Executor;
  readonly settings: Pick<Settings, 'timeouts' | 'logger'>;
}

/** Builds the keyed writes of an API, once. */
export function createKeyedWrites(model: IdempotencyModel, parts: KeyedWriteParts): KeyedWrites {
  const { dialect, settings } = parts;
  const store: KeyStore = { statements: compileIdempotency(dialect, model), keepMs: model.keepMs };
  const queue = new KeyQueue();
  const sweep = createKeySweep(store, parts.executor, settings.logger);
  return {
    identify: (route, request) => {
      const sent = findIdempotencyKey(route, request);
      return sent && identifyKey(model, sent, request.state);
    },
    async run(executor, { claim, print, signal }, { isObserved, search, script }) {
      await queue.take(claim.id, { ms: settings.timeouts.acquireMs, signal });
      const progress: ScriptProgress = { isClaiming: false };
      const keyed = (found?: QueryResult) =>
        answerOnce(store, claim, progress, function* () {
          return print(yield* script(found));
        });
      try {
        const unanswered = search && { ...search, unless: bindKept(store, claim) };
        const answering = isObserved
          ? executor.writeWithListeners(keyed, unanswered)
          : executor.write(keyed, unanswered);
        const answer = await answering;
        sweep();
        return answer;
      } catch (error) {
        throw progress.isClaiming && isStillWaiting(error) ? createInProgressError(error) : error;
      } finally {
        queue.release(claim.id);
      }
    },
  };
}

/** Finds the key where its answer is stored: the request is then a replay, or refused. */
function bindKept({ statements, keepMs }: KeyStore, { id }: Claim): BoundStatement {
  return bindStatement(statements.selectKept, [id, Date.now() - keepMs]);
}

async function identifyKey(
  { scope }: IdempotencyModel,
  { text, fault }: SentKey,
  state: unknown,
): Promise<RequestKey> {
  if (text === null) return { id: null, fault };
  // The author declares the type of the state.
  const scoped: Awaitable<unknown> = scope({ state: state as never });
  return { id: digestKey(requireScope(await scoped), text), fault: null };
}

const maxScopeLength = 1_024;

/** The message has no value: a scope may be secret. */
function requireScope(scope: unknown): string {
  if (typeof scope !== 'string')
    throw new TypeError(
      `'idempotency.scope' returned ${scope === null ? 'null' : typeof scope}, not a text.`,
    );
  if (scope === '' || scope.length > maxScopeLength)
    throw new TypeError(
      `'idempotency.scope' returned a text of ${scope.length} characters: use 1 to ${maxScopeLength}.`,
    );
  return scope;
}

/** A transaction of another process has the key: the statement timed out, or deadlocks with others that wait. */
function isStillWaiting(error: unknown): boolean {
  return error instanceof DatabaseError && (error.kind === 'timeout' || error.kind === 'conflict');
}
