// Totals of lists, kept while the database stays as it is: counting is half of what a short page costs. SQLite
// reports every change, so a total is never older than its page: docs/decisions/0013-lists-on-sqlite.md.
import { LRUCache } from 'lru-cache';
import { fixedStatement } from '../sql/statement.js';
import { callOf, type Answer, type StatementCall } from './script.js';

/**
 * Changes with every write: of the schema, of another connection, of this one. The last column is 1 for a file alone: other
 * files and temporary tables change without a sign. (ALTER TABLE leaves an empty temporary schema behind.)
 */
const databaseState = fixedStatement(
  "SELECT schema_version, data_version, total_changes(), (SELECT COUNT(*) FROM pragma_database_list WHERE name <> 'temp') + (SELECT COUNT(*) FROM sqlite_temp_master) FROM pragma_schema_version, pragma_data_version",
);

/** The second column of `databaseState` alone, which changes with every write of another connection. Costs less. */
const writesOfOthers = fixedStatement('PRAGMA data_version');

/** What may change without a sign: a view with the clock, a virtual table with whatever is behind it. */
const silentSources = fixedStatement(
  "SELECT 1 FROM sqlite_schema WHERE type = 'view' OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1",
);

/** The state of a database, as far as it shows changes. */
export interface DatabaseState {
  /** Differs after every change. */
  readonly text: string;
  /** Differs after every write of another connection. */
  readonly writesOfOthers: unknown;
}

interface Total {
  readonly answer: Answer;
  /** Of the state it was counted in. */
  readonly state: string;
}

const stateNow = callOf(databaseState, []);
const anySilentSource = callOf(silentSources, []);
const writesOfOthersNow = callOf(writesOfOthers, []);

const maxTotals = 1_000;
const maxKeyLength = 1_000;

/** The totals of one connection. */
export class TotalCache {
  readonly #totals = new LRUCache<string, Total>({ max: maxTotals });
  #schema: unknown;
  /** Whether this schema has what changes without a sign. */
  #silent = true;

  /**
   * Counts only where the database has changed since the total was counted. Yields the statements to run, all of them in
   * the transaction of the page, which must not write: it could be undone, and nothing would tell.
   */
  *count(call: StatementCall): Generator<StatementCall, Answer, Answer> {
    return yield* this.countIn(yield* this.state(), call);
  }

  /** The same, where the state that the database is in is known. */
  *countIn(state: DatabaseState | undefined, call: StatementCall): Generator<StatementCall, Answer, Answer> {
    const key = keyOf(call);
    if (key === undefined || state === undefined) return yield call;
    const known = this.#totals.get(key);
    if (known?.state === state.text) return known.answer;
    const answer = yield call;
    this.#totals.set(key, { answer, state: state.text });
    return answer;
  }

  /** The state that the database is in; undefined where it may change without a sign. */
  *state(): Generator<StatementCall, DatabaseState | undefined, Answer> {
    const [row = []] = (yield stateNow).rows;
    const [schema, others] = row;
    if (schema !== this.#schema) this.#silent = (yield anySilentSource).rows.length > 0;
    this.#schema = schema;
    return this.#silent || row.at(-1) !== 1 ? undefined : { text: row.join(), writesOfOthers: others };
  }

  /** Whether no other connection has written since the database was in this state. */
  *isUndisturbed({ writesOfOthers }: DatabaseState): Generator<StatementCall, boolean, Answer> {
    return (yield writesOfOthersNow).rows[0]?.[0] === writesOfOthers;
  }
}

/** Undefined for parameters that their text does not identify, and for keys that are too long to cache. */
function keyOf({ statement, parameters }: StatementCall): string | undefined {
  let key = statement.name;
  for (const parameter of parameters) {
    if (typeof parameter === 'object' && parameter !== null) return undefined;
    const text = String(parameter);
    key += ` ${typeof parameter} ${text.length} ${text}`;
  }
  return key.length > maxKeyLength ? undefined : key;
}
