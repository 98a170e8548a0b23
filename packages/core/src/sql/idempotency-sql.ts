// The statements of idempotency keys.
import type { IdempotencyModel } from '../model/idempotency-model.js';
import { FilterIn } from '../vocabulary/predicate.js';
import type { Dialect } from './dialect.js';
import {
  asIs,
  createBinder,
  createFixedStatement,
  createValueBinder,
  type Binder,
  type Statement,
} from './statement.js';
import { quoteTable } from './table-sql.js';

/** How many expired keys are deleted at a time. */
export const maxExpired = 1_000;

/** The statements that claim a key, read and store its answer, and delete old ones. */
export interface IdempotencyStatements {
  /** Inserts a claim, unless there is one: id, fingerprint, time. Waits for a transaction that has the key. */
  readonly claim: Statement;
  /** Whether the answer to `claim` says that it inserted a row. */
  readonly claimIsCounted: boolean;
  /** Reads and locks a key: id. Selects fingerprint, time, answer. */
  readonly look: Statement;
  /** Selects a key unless it has expired: id, time. */
  readonly selectKept: Statement;
  /** Makes an expired key a new claim: fingerprint, time, id. */
  readonly renew: Statement;
  /** Stores the answer: answer, id. */
  readonly store: Statement;
  /** Selects how many bytes `store` may have; null where that is more than an answer can have. */
  readonly selectMaxBytes: Statement | null;
  /** Selects ids of expired keys, oldest first, up to `maxExpired`: time. */
  readonly selectExpired: Statement;
  /** Deletes those that are still expired: ids, time. */
  readonly deleteExpired: Statement;
}

/** Compiles the statements for a table of keys. The slots of each are in the order of its description. */
export function compileIdempotency(
  dialect: Dialect,
  { table, columns }: IdempotencyModel,
): IdempotencyStatements {
  const name = quoteTable({ dialect }, table);
  const [id, fingerprint] = [dialect.quote(columns.id), dialect.quote(columns.fingerprint)];
  const [createdAt, answer] = [dialect.quote(columns.createdAt), dialect.quote(columns.answer)];
  const write = createWriter(dialect);
  return {
    claim: write(({ text, time }) => {
      const values = `${text(0)}, ${text(1)}, ${time(2)}`;
      const ignored = dialect.ignoreDuplicates(id);
      return `INSERT INTO ${name} (${id}, ${fingerprint}, ${createdAt}) VALUES (${values})${ignored}`;
    }),
    claimIsCounted: !(dialect.countsDuplicates ?? false),
    look: write(
      ({ text }) =>
        `SELECT ${fingerprint}, ${createdAt}, ${answer} FROM ${name} WHERE ${id} = ${text(0)}${dialect.forUpdate}`,
    ),
    selectKept: write(
      ({ text, time }) => `SELECT ${id} FROM ${name} WHERE ${id} = ${text(0)} AND ${createdAt} > ${time(1)}`,
    ),
    renew: write(({ text, time }) => {
      const values = `${fingerprint} = ${text(0)}, ${createdAt} = ${time(1)}, ${answer} = NULL`;
      return `UPDATE ${name} SET ${values} WHERE ${id} = ${text(2)}`;
    }),
    store: write(({ text }) => `UPDATE ${name} SET ${answer} = ${text(0)} WHERE ${id} = ${text(1)}`),
    selectMaxBytes: dialect.selectMaxPacket ? createFixedStatement(dialect.selectMaxPacket) : null,
    selectExpired: write(
      ({ time }) =>
        `SELECT ${id} FROM ${name} WHERE ${createdAt} < ${time(0)} ORDER BY ${createdAt} LIMIT ${maxExpired}`,
    ),
    deleteExpired: write(
      ({ binder, time }) =>
        `DELETE FROM ${name} WHERE ${compileIsListed(dialect, id, binder)} AND ${createdAt} < ${time(1)}`,
    ),
  };
}

/** Whether an id is in the list of the first slot. */
function compileIsListed({ predicates }: Dialect, id: string, binder: Binder): string {
  const list = createValueBinder(binder, FilterIn, { slot: 0, encode: asIs });
  return predicates[FilterIn](id, list, { columnKind: 'string' });
}

/** Placeholders of the values in slots. */
interface KeySlots {
  readonly text: (slot: number) => string;
  readonly time: (slot: number) => string;
  readonly binder: Binder;
}

function createWriter(dialect: Dialect): (compile: (slots: KeySlots) => string) => Statement {
  return (compile) => {
    const binder = createBinder(dialect);
    const text = (slot: number) => binder.bind(slot, asIs);
    // As text: some drivers bind a number as a double.
    const time = (slot: number) => binder.bind(slot, String);
    return binder.statement(compile({ text, time, binder }));
  };
}
