// A transaction that TypeORM's listeners and subscribers take part in: it is TypeORM's own, on its query runner.
import type { DataSource, QueryRunner } from 'typeorm';
import { drive } from './drive.js';
import type { Answer, Call, HookCall, LoadCall, Script, StatementCall } from './script.js';

const nothing: Answer = Object.freeze({ rows: [], affected: 0 });

/** Runs a statement on the runner's own connection. */
type Ask = (call: StatementCall) => Answer | Promise<Answer>;

/** Runs a script in a transaction of TypeORM, on a runner that is connected. */
export async function followedWrite<T>(
  dataSource: DataSource,
  runner: QueryRunner,
  script: Script<T>,
  ask: Ask,
): Promise<T> {
  try {
    await runner.startTransaction();
    const result = await drive(script, (call) => answer(dataSource, runner, call, ask));
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
  await tell(dataSource, runner, call);
  return nothing;
}

function load(runner: QueryRunner, { load: entity, id }: LoadCall): Promise<object | null> {
  return runner.manager.findOneBy(entity.target ?? entity.name, { [entity.id?.property ?? '']: id });
}

async function tell(dataSource: DataSource, runner: QueryRunner, call: HookCall): Promise<void> {
  const metadata = dataSource.getMetadata(call.entity.target ?? call.entity.name);
  if (call.hook === 'BeforeInsert' || call.hook === 'AfterInsert') {
    await runner.broadcaster.broadcast(call.hook, metadata, call.instance);
  } else {
    await runner.broadcaster.broadcast(call.hook, metadata, call.instance, call.stored);
  }
}
