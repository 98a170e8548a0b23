// Reads what a database says of itself.
import type { Executor } from '../execute/executor.js';
import { createFixedStatement } from '../sql/statement.js';
import type { ReadRows } from './catalogue.js';

/** Reads as requests do: on a connection of the data source, with its timeouts. */
export function createRowReader(executor: Executor): ReadRows {
  return async (text, parameters) => {
    const call = { statement: createFixedStatement(text), parameters: [...parameters] };
    const { rows } = await executor.read(call, []);
    return rows;
  };
}
