// Totals of lists, remembered while the database stays as it is: counting is half of what a short page costs. SQLite
// tells of every change, so that a total is never older than its page: docs/decisions/0013-lists-on-sqlite.md.
import { LRUCache } from 'lru-cache';
import { databaseState, silentSources } from '../sql/sqlite-state.js';
import { callOf, type Answer, type StatementCall } from './script.js';

type Ask = (call: StatementCall) => Answer;

/** A page with its total. */
export type PageCall = StatementCall & Required<Pick<StatementCall, 'apart'>>;

export function isPage(call: StatementCall): call is PageCall {
  return call.apart !== undefined;
}

interface Total {
  readonly count: unknown;
  /** The state it was counted in. */
  readonly state: string;
}

const stateNow = callOf(databaseState, []);
const anySilentSource = callOf(silentSources, []);

const mostTotals = 1_000;
const longestKey = 1_000;

/** The totals of one connection, asked by `ask` within one tick and outside transactions. */
export class RememberedTotals {
  readonly #ask: Ask;
  readonly #totals = new LRUCache<string, Total>({ max: mostTotals });
  #schema: unknown;
  /** Whether this schema has what changes without a sign. */
  #silent = true;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Counts only where the database has changed since the total was counted. */
  answer(call: PageCall): Answer {
    const { page, total } = call.apart();
    const key = keyOf(total);
    const before = key === undefined ? undefined : this.#state();
    if (key === undefined || before === undefined) return this.#ask(call);
    const known = this.#totals.get(key);
    if (known?.state === before) {
      const { rows } = this.#ask(page);
      // Looked at again: what another process wrote since is in the page.
      if (this.#state() === before) return { rows: rows.map((row) => [...row, known.count]), affected: 1 };
    }
    const answer = this.#ask(call);
    if (this.#state() === before) this.#totals.set(key, { count: answer.rows[0]?.at(-1), state: before });
    return answer;
  }

  /** Undefined while nothing may be remembered. */
  #state(): string | undefined {
    const [row = []] = this.#ask(stateNow).rows;
    const [schema] = row;
    if (schema !== this.#schema) this.#silent = this.#ask(anySilentSource).rows.length > 0;
    this.#schema = schema;
    return this.#silent || row.at(-1) !== 1 ? undefined : row.join();
  }
}

/** Undefined for parameters whose text does not tell them apart, and for more of them than are worth keeping. */
function keyOf({ statement, parameters }: StatementCall): string | undefined {
  let key = statement.name;
  for (const parameter of parameters) {
    if (typeof parameter === 'object' && parameter !== null) return undefined;
    const text = String(parameter);
    key += ` ${typeof parameter} ${text.length} ${text}`;
  }
  return key.length > longestKey ? undefined : key;
}
