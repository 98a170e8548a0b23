// Plan -> what the database gave. The executor is chosen once, by the driver of the data source.
import type { DataSource } from 'typeorm';
import type { Plan } from '../plan/plan.js';
import type { CompiledShapes } from '../sql/compiled-shapes.js';
import type { SelectProgram } from '../sql/select-program.js';
import { postgresExecutor } from './postgres-executor.js';
import { sqliteExecutor } from './sqlite-executor.js';
import type { Executor, Script } from './script.js';
import { selectRows, type SelectedRows } from './select-script.js';
import { createRow, deleteRow, updateRow } from './write-script.js';
import { planReadBack } from '../plan/select-plan.js';

/** Rows with the program that prints them; null after a delete. */
export interface Executed extends SelectedRows {
  readonly program: SelectProgram;
}

const executors: Readonly<Record<string, (dataSource: DataSource) => Executor>> = {
  'better-sqlite3': sqliteExecutor,
  postgres: postgresExecutor,
};

/** The executor of a data source whose database was found to be supported. */
export function executorOf(dataSource: DataSource): Executor {
  const create = executors[dataSource.options.type];
  if (!create) throw new Error(`There is no executor for ${dataSource.options.type}.`);
  return create(dataSource);
}

/** Runs a plan. Throws `ApiError` and `DatabaseError`. */
export async function execute(
  executor: Executor,
  shapes: CompiledShapes,
  plan: Plan,
): Promise<Executed | null> {
  switch (plan.kind) {
    case 'select': {
      const program = shapes.select(plan.shape);
      return { program, ...(await executor.read(() => selectRows(program, plan.values))) };
    }
    case 'create': {
      const selected = await write(executor, plan.entity.table.hooks.insert, () => createRow(shapes, plan));
      return { program: readBackOf(shapes, plan), ...selected };
    }
    case 'update': {
      const selected = await write(executor, plan.entity.table.hooks.update, () => updateRow(shapes, plan));
      return { program: readBackOf(shapes, plan), ...selected };
    }
    case 'delete':
      await write(executor, plan.entity.table.hooks.remove, () => deleteRow(shapes, plan));
      return null;
  }
}

function write<T>(executor: Executor, followed: boolean, script: () => Script<T>): Promise<T> {
  return followed ? executor.followedWrite(script) : executor.write(script);
}

function readBackOf(
  shapes: CompiledShapes,
  { entity }: Extract<Plan, { kind: 'create' | 'update' }>,
): SelectProgram {
  return shapes.select(planReadBack(entity, []).shape);
}
