// Triggers and tables that raise errors, in the SQL of each database.
import type { DataSource } from 'typeorm';
import { speaksMysql, type DatabaseName } from './test-database.js';

/** When a trigger acts. */
export type TriggerEvent = 'INSERT' | 'UPDATE' | 'DELETE';

/** What a trigger does: an error of the author's, or the write is left out. */
export type TriggerAction =
  { readonly raise: string; readonly state?: string; readonly constraint?: string } | 'leave out';

/** A trigger before each write of rows of a table whose `column` has the value. */
export interface RaisingTrigger {
  readonly table: string;
  readonly on: TriggerEvent;
  readonly column: string;
  readonly value: string;
  readonly action: TriggerAction;
}

let triggers = 0;

/** Creates a trigger. MySQL and MariaDB cannot leave rows out. */
export async function createRaisingTrigger(
  dataSource: DataSource,
  name: DatabaseName,
  trigger: RaisingTrigger,
): Promise<void> {
  for (const sql of compileTrigger(name, `raising_${++triggers}`, trigger)) await dataSource.query(sql);
}

function compileTrigger(
  name: DatabaseName,
  trigger: string,
  { table, on, column, value, action }: RaisingTrigger,
): readonly string[] {
  const row = on === 'DELETE' ? 'OLD' : 'NEW';
  if (speaksMysql(name)) {
    if (action === 'leave out') throw new Error(`${name} cannot leave rows out.`);
    const { raise, state = '45000' } = action;
    const signal = `SIGNAL SQLSTATE '${state}' SET MESSAGE_TEXT = '${raise}'`;
    return [
      `CREATE TRIGGER ${trigger} BEFORE ${on} ON \`${table}\` FOR EACH ROW BEGIN IF ${row}.\`${column}\` = '${value}' THEN ${signal}; END IF; END`,
    ];
  }
  if (name === 'postgres') return compilePostgresTrigger(trigger, { table, on, column, value, action });
  const raised = action === 'leave out' ? 'IGNORE' : `ABORT, '${action.raise}'`;
  return [
    `CREATE TRIGGER ${trigger} BEFORE ${on} ON "${table}" WHEN ${row}."${column}" = '${value}' BEGIN SELECT RAISE(${raised}); END`,
  ];
}

function compilePostgresTrigger(
  trigger: string,
  { table, on, column, value, action }: RaisingTrigger,
): readonly string[] {
  const row = on === 'DELETE' ? 'OLD' : 'NEW';
  const act =
    action === 'leave out'
      ? 'RETURN NULL'
      : `RAISE EXCEPTION '${action.raise}' USING ERRCODE = '${action.state ?? 'P0001'}'${
          action.constraint === undefined ? '' : `, CONSTRAINT = '${action.constraint}'`
        }`;
  return [
    `CREATE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF ${row}."${column}" = '${value}' THEN ${act}; END IF; RETURN ${row}; END $$`,
    `CREATE TRIGGER ${trigger} BEFORE ${on} ON "${table}" FOR EACH ROW EXECUTE FUNCTION ${trigger}()`,
  ];
}
