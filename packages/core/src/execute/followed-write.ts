// A transaction that TypeORM's listeners and subscribers, and the author's hooks, take part in: it is TypeORM's own, on
// its query runner.
import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';
import { drive } from './drive.js';
import type { Answer, Call, ListenerCall, LoadCall, Script, StatementCall } from './script.js';
import { keyMembers } from './stored-id.js';

const nothing: Answer = Object.freeze({ rows: [], affected: 0 });

/** A transaction of TypeORM, on a connection that its runner shares with us. */
export interface Followed {
  readonly dataSource: DataSource;
  /** Connected. */
  readonly runner: QueryRunner;
  /** Runs a statement on it. */
  readonly ask: (call: StatementCall) => Answer | Promise<Answer>;
  /**
   * Called when the transaction was not even rolled back: subscribers are told of that before it is done, and may keep it
   * from being done.
   */
  readonly abandon: () => void;
  /** No call is waited for past its rejection. */
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
    if (isInTransaction(runner)) throw new Error('A hook or a listener left a transaction of its own open.');
    return result;
  } catch (error) {
    // The first error tells more than one of this.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    if (isInTransaction(runner)) abandon();
    throw error;
  }
}

/** Asked anew: the compiler takes the first answer for good. */
function isInTransaction({ isTransactionActive }: QueryRunner): boolean {
  return isTransactionActive;
}

async function answer({ dataSource, runner, ask }: Followed, call: Call): Promise<Answer> {
  if ('statement' in call) return ask(call);
  if ('load' in call) return { ...nothing, instance: await load(runner, call) };
  if ('hook' in call) await call.hook(runner.manager);
  else await tell(dataSource, runner, call);
  if (!isInTransaction(runner)) throw new Error('A hook or a listener ended the transaction it is told of.');
  return nothing;
}

function load(runner: QueryRunner, { load: entity, id }: LoadCall): Promise<object | null> {
  // Without what TypeORM would load eagerly: an entity in a relation counts for more than a foreign key that was set.
  const where = keyMembers(entity, id);
  return runner.manager.findOne(entity.target ?? entity.name, { where, loadEagerRelations: false });
}

/**
 * Who has begun to listen ends before the transaction does, even when another has failed meanwhile: what it writes later
 * would be outside of it. TypeORM's own `broadcast` does not wait.
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
