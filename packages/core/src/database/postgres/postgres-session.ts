// The settings of one request: the first statement of each of its transactions sets them, until the end of the transaction.
import { bindStatement, type BoundStatement, type Script } from '../../execute/script.js';
import { createFixedStatement, type Statement } from '../../sql/statement.js';
import type { SessionSettings } from '../../vocabulary/session-settings.js';
import type { RunStatements } from './postgres-queries.js';

/** One statement per number of settings. */
const statements = new Map<number, Statement>();

/** Sets the settings until the end of the transaction; null for none. Throws for a value that is no text. */
export function bindSettings(settings: SessionSettings): BoundStatement | null {
  const given = Object.entries(settings);
  if (given.length === 0) return null;
  for (const [name, value] of given)
    if (typeof value !== 'string')
      throw new TypeError(`'sessionSettings' returned ${typeof value} for '${name}', not a text.`);
  return { ...bindStatement(getStatement(given.length), []), parameters: given.flat() };
}

function getStatement(count: number): Statement {
  const known = statements.get(count);
  if (known) return known;
  const calls = Array.from({ length: count }, (_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  const statement = createFixedStatement(`SELECT ${calls.join(', ')}`);
  statements.set(count, statement);
  return statement;
}

/** Runs a statement before the others of the first round trip: of a transaction that has begun, or that the round trip is. */
export function openWith(run: RunStatements, opening: BoundStatement | null): RunStatements {
  if (!opening) return run;
  let isOpen = false;
  return async (client, calls, bounds, onCut) => {
    if (isOpen) return run(client, calls, bounds, onCut);
    isOpen = true;
    return (await run(client, [opening, ...calls], bounds, onCut)).slice(1);
  };
}

/** Runs a statement before a script whose first step may be a hook. */
export function* openScript<T>(script: Script<T>, opening: BoundStatement | null): Script<T> {
  if (opening) yield opening;
  return yield* script;
}
