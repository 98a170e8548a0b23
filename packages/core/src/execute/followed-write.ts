// A transaction that TypeORM's listeners and subscribers, and the author's hooks, take part in: it is TypeORM's own, on
// its query runner.
import type { DataSource, QueryRunner } from 'typeorm';
import { drive } from './drive.js';
import type { Answer, Call, ListenerCall, LoadCall, Script, StatementCall } from './script.js';

const nothing: Answer = Object.freeze({ rows: [], affected: 0 });

/** Runs a statement on the runner's own connection. */
export type Ask = (call: StatementCall) => Answer | Promise<Answer>;

/** Runs a script in a transaction of TypeORM, on a runner that is connected. No call is waited for past `interrupted`. */
export async function followedWrite<T>(
  dataSource: DataSource,
  runner: QueryRunner,
  script: Script<T>,
  ask: Ask,
  interrupted?: Promise<never>,
): Promise<T> {
  try {
    await runner.startTransaction();
    const result = await drive(script, (call) => {
      const answering = answer(dataSource, runner, call, ask);
      return interrupted ? Promise.race([answering, interrupted]) : answering;
    });
    await runner.commitTransaction();
    return result;
  } catch (error) {
    // When even this fails the connection is gone, and with it the transaction: the first error tells more.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

async function answer(dataSource: DataSource, runner: QueryRunner, call: Call, ask: Ask): Promise<Answer> {
  if ('statement' in call) return ask(call);
  if ('load' in call) return { ...nothing, instance: await load(runner, call) };
  if ('hook' in call) await call.hook(runner.manager);
  else await tell(dataSource, runner, call);
  return nothing;
}

function load(runner: QueryRunner, { load: entity, id }: LoadCall): Promise<object | null> {
  return runner.manager.findOneBy(entity.target ?? entity.name, { [entity.id?.property ?? '']: id });
}

async function tell(dataSource: DataSource, runner: QueryRunner, call: ListenerCall): Promise<void> {
  const metadata = dataSource.getMetadata(call.entity.target ?? call.entity.name);
  if (call.tell === 'BeforeInsert' || call.tell === 'AfterInsert') {
    await runner.broadcaster.broadcast(call.tell, metadata, call.instance);
  } else {
    await runner.broadcaster.broadcast(call.tell, metadata, call.instance, call.stored);
  }
}
