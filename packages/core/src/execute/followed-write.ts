// A write that notifies TypeORM's listeners and subscribers and the author's hooks. It runs in a transaction of TypeORM's
// own query runner, so that they take part in it.
import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';
import { drive } from './drive.js';
import type { Answer, Call, ListenerCall, LoadCall, Script, StatementCall } from './script.js';
import { keyMembers } from './stored-id.js';

const nothing: Answer = Object.freeze({ rows: [], affected: 0 });

/** The connection of a transaction, as its driver runs statements on it and ends it. */
export interface FollowedCalls {
  /** Runs a statement on the connection. */
  readonly ask: (call: StatementCall) => Answer | Promise<Answer>;
  /**
   * Ends the transaction when TypeORM has not rolled it back: it notifies subscribers of a rollback first, and they can
   * prevent it by throwing.
   */
  readonly abandon: () => void;
}

/** A transaction of TypeORM, on a connection that its runner shares with us. */
export interface Followed extends FollowedCalls {
  readonly dataSource: DataSource;
  /** Connected. */
  readonly runner: QueryRunner;
  /** Its rejection ends the wait for a call. */
  readonly interrupted?: Promise<never>;
}

/** Runs a script in a transaction of TypeORM. */
export async function followedWrite<T>(script: Script<T>, followed: Followed): Promise<T> {
  const { runner, abandon, interrupted } = followed;
  try {
    await runner.startTransaction();
    const result = await drive(script, (call) => {
      const answering = answer(followed, call);
      return interrupted ? Promise.race([answering, interrupted]) : answering;
    });
    await runner.commitTransaction();
    if (isInTransaction(runner)) throw new Error('A hook or a listener left its own transaction open.');
    return result;
  } catch (error) {
    // The first error says more than one of the rollback.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    if (isInTransaction(runner)) abandon();
    throw error;
  }
}

/** A function, because the compiler would narrow the property for good after the first check. */
function isInTransaction({ isTransactionActive }: QueryRunner): boolean {
  return isTransactionActive;
}

async function answer({ dataSource, runner, ask }: Followed, call: Call): Promise<Answer> {
  if ('statement' in call) return ask(call);
  if ('load' in call) return { ...nothing, instance: await load(runner, call) };
  if ('hook' in call) await call.hook(runner.manager);
  else await tell(dataSource, runner, call);
  if (!isInTransaction(runner)) throw new Error('A hook or a listener ended the transaction of the write.');
  return nothing;
}

function load(runner: QueryRunner, { load: entity, id }: LoadCall): Promise<object | null> {
  // Without eager relations: TypeORM prefers an entity in a relation to a foreign key that was set.
  const where = keyMembers(entity, id);
  return runner.manager.findOne(entity.target ?? entity.name, { where, loadEagerRelations: false });
}

/**
 * Wait for every listener that has started, even if another one failed; its later writes would fall outside the transaction.
 * TypeORM's own `broadcast` does not wait.
 */
async function tell(dataSource: DataSource, { broadcaster }: QueryRunner, call: ListenerCall): Promise<void> {
  const metadata = dataSource.getMetadata(call.entity.target ?? call.entity.name);
  const listening: Promise<unknown>[] = [];
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- TypeORM does not export the class.
  const told: Told = { count: 0, promises: listening, wait: () => Promise.resolve(told) };
  const begun = new Promise<void>((done) => {
    broadcast(broadcaster, call, { told, metadata });
    done();
  });
  const outcomes = await Promise.allSettled([begun, ...listening]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

type Broadcaster = QueryRunner['broadcaster'];
type Told = Parameters<Broadcaster['broadcastBeforeInsertEvent']>[0];

function broadcast(
  broadcaster: Broadcaster,
  { tell: event, instance, stored }: ListenerCall,
  { told, metadata }: { readonly told: Told; readonly metadata: EntityMetadata },
): void {
  if (event === 'BeforeInsert' || event === 'AfterInsert')
    broadcaster[`broadcast${event}Event`](told, metadata, instance);
  else broadcaster[`broadcast${event}Event`](told, metadata, instance, stored);
}
