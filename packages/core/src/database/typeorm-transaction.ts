// A write that notifies TypeORM's listeners and subscribers and the author's hooks. It runs in a transaction of TypeORM's
// own query runner, so that they take part in it.
import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';
import { runScript } from './run-script.js';
import type { QueryResult, Step, ListenerStep, Script, BoundStatement } from '../execute/script.js';
import {
  clearKey,
  findEntityChanges,
  loadEntity,
  refreshEntity,
  type EntityChanges,
} from './observed-entity.js';

const noResult: QueryResult = Object.freeze({ rows: [], affected: 0 });

/** The connection of a transaction, as its driver runs statements on it and ends it. */
export interface ObservedTransactionCalls {
  /** Runs a statement on the connection. */
  readonly execute: (call: BoundStatement) => QueryResult | Promise<QueryResult>;
  /**
   * Ends the transaction when TypeORM has not rolled it back: it notifies subscribers of a rollback first, and they can
   * prevent it by throwing.
   */
  readonly abandon: () => void;
}

/** What ends a transaction before its script does. */
export interface TransactionInterruption {
  /** Called after each statement and before COMMIT. Throws once the transaction is interrupted. */
  readonly throwIfInterrupted: () => void;
  /**
   * Waits for a listener, a subscriber or a hook, until the transaction is interrupted. Keeps none of the results: a transaction
   * may load very many rows.
   */
  readonly waitFor?: <T>(work: Promise<T>) => Promise<T>;
}

/** How a transaction is committed; at once by default. */
export interface TransactionCommit {
  /** Throws where the rows may not be where the database promises them. */
  readonly commit?: (commit: () => Promise<void>) => Promise<void>;
}

/** A transaction of TypeORM, on a connection that its runner shares with us. */
export interface ObservedTransaction
  extends ObservedTransactionCalls, TransactionInterruption, TransactionCommit {
  readonly dataSource: DataSource;
  /** Connected. */
  readonly runner: QueryRunner;
}

/** Runs a script in a transaction of TypeORM. */
export async function runTypeormTransaction<T>(script: Script<T>, observed: ObservedTransaction): Promise<T> {
  const { runner, abandon, throwIfInterrupted, waitFor = waitForever, commit = runAtOnce } = observed;
  try {
    await waitFor(runner.startTransaction());
    const result = await runScript(script, (call) => runStep(observed, call));
    throwIfInterrupted();
    await waitFor(commit(() => runner.commitTransaction()));
    if (isInTransaction(runner)) throw new Error('A hook or a listener left its own transaction open.');
    return result;
  } catch (error) {
    // The first error says more than one of the rollback.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    if (isInTransaction(runner)) abandon();
    throw error;
  }
}

const runAtOnce = (commit: () => Promise<void>) => commit();

const waitForever = <T>(work: Promise<T>) => work;

/** A statement is waited for: after the rollback, it would be a write without a transaction. */
async function runStep(observed: ObservedTransaction, call: Step): Promise<QueryResult> {
  const { waitFor = waitForever } = observed;
  const running = executeStep(observed, call);
  const answer = await ('statement' in call ? running : waitFor(running));
  observed.throwIfInterrupted();
  return answer;
}

/** A function, because the compiler would narrow the property for good after the first check. */
function isInTransaction({ isTransactionActive }: QueryRunner): boolean {
  return isTransactionActive;
}

async function executeStep(
  { dataSource, runner, execute }: ObservedTransaction,
  call: Step,
): Promise<QueryResult> {
  if ('statement' in call) return execute(call);
  if ('load' in call) return { ...noResult, instance: await loadEntity(dataSource, runner, call) };
  if ('calls' in call) throw new Error('An observed write runs its statements one by one.');
  if ('hook' in call) await call.hook(runner.manager);
  else await notifyListeners(dataSource, runner, call);
  if (!isInTransaction(runner)) throw new Error('A hook or a listener ended the transaction of the write.');
  return noResult;
}

/**
 * Wait for every listener that has started, even if another one failed; its later writes would fall outside the transaction.
 * TypeORM's own `broadcast` does not wait.
 */
async function notifyListeners(
  dataSource: DataSource,
  runner: QueryRunner,
  call: ListenerStep,
): Promise<void> {
  const metadata = dataSource.getMetadata(call.entity.target ?? call.entity.name);
  const { instance, stored } = call;
  const changes =
    call.notify === 'BeforeUpdate' || call.notify === 'AfterUpdate'
      ? findEntityChanges(dataSource, metadata, instance, stored)
      : noChanges;
  await refreshEntity(runner, metadata, call.notify, instance);
  const restoreKey = call.notify === 'AfterRemove' ? clearKey(metadata, instance) : undefined;
  const listeners: Promise<unknown>[] = [];
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- TypeORM does not export the class.
  const broadcastResult: BroadcastResult = {
    count: 0,
    promises: listeners,
    wait: () => Promise.resolve(broadcastResult),
  };
  const begun = new Promise<void>((done) => {
    emitEvent(runner.broadcaster, call, { broadcastResult, metadata, changes });
    done();
  });
  const outcomes = await Promise.allSettled([begun, ...listeners]);
  restoreKey?.();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

const noChanges: EntityChanges = { columns: [], relations: [] };

type Broadcaster = QueryRunner['broadcaster'];
type BroadcastResult = Parameters<Broadcaster['broadcastBeforeInsertEvent']>[0];

/** What an event tells, besides its entities. */
interface EventContext {
  readonly broadcastResult: BroadcastResult;
  readonly metadata: EntityMetadata;
  readonly changes: EntityChanges;
}

function emitEvent(
  broadcaster: Broadcaster,
  { notify: event, instance, stored }: ListenerStep,
  { broadcastResult, metadata, changes: { columns, relations } }: EventContext,
): void {
  if (event === 'BeforeInsert') broadcaster.broadcastBeforeInsertEvent(broadcastResult, metadata, instance);
  else if (event === 'AfterInsert')
    broadcaster.broadcastAfterInsertEvent(
      broadcastResult,
      metadata,
      instance,
      metadata.getEntityIdMap(instance),
    );
  else if (event === 'BeforeUpdate' || event === 'AfterUpdate')
    broadcaster[`broadcast${event}Event`](broadcastResult, metadata, instance, stored, columns, relations);
  else
    broadcaster[`broadcast${event}Event`](
      broadcastResult,
      metadata,
      instance,
      stored,
      metadata.getEntityIdMap(stored),
    );
}
