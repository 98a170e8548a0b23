// Reads the rows of a program's non-unique edges: those of its own rows first, then level by level those of the rows shown.
import type { SelectPlan } from '../plan/plan.js';
import type { ChildProgram } from '../sql/child-sql.js';
import type { Row } from '../sql/row-renderer.js';
import type { FoundRows } from '../sql/select-program.js';
import type { ReadStep } from './executor.js';
import { bindStatement, type BoundStatement, type QueryResult } from './script.js';

/** What the statement of an edge found, once it has run. */
interface RelatedRead extends FoundRows {
  readonly child: ChildProgram;
  readonly byParent: Map<string, Row[]>;
  isCut: boolean;
  /** Those of its condition. */
  readonly values: readonly unknown[];
  readonly related: readonly RelatedRead[];
}

/** The values of a plan. */
type PlanValues = Pick<SelectPlan, 'values'>;

/** The reads of all edges of a program. Created for each run of its statements. */
export class RelatedReads {
  readonly found: readonly RelatedRead[];
  /** The reads of the last step, in the order of their statements. */
  #asked: readonly RelatedRead[] = [];
  #isCut = false;

  constructor(children: readonly ChildProgram[], plan: PlanValues) {
    this.found = children.map((child) => createRead(child, plan));
  }

  /** The step that reads the edges of a program's rows, after other statements. */
  begin(rows: readonly Row[], others: readonly BoundStatement[]): ReadStep {
    const { calls, further } = this.#ask(this.found.map((read) => ({ read, parents: rows })));
    if (others.length === 0) return { calls, further };
    return {
      calls: [...others, ...calls],
      further: further && ((answers) => further(answers.slice(others.length))),
    };
  }

  /** Takes the answers of the last step: its last ones are those of edges. */
  finish(answers: readonly QueryResult[]): void {
    if (this.#asked.length > 0) this.#take(answers.slice(-this.#asked.length));
  }

  #ask(reads: readonly { readonly read: RelatedRead; readonly parents: readonly Row[] }[]): ReadStep {
    const asked: RelatedRead[] = [];
    const calls: BoundStatement[] = [];
    for (const { read, parents } of reads) {
      const keys = listKeys(parents, read.child.keyAt);
      if (keys.length === 0) clearCuts(read);
      else {
        asked.push(read);
        calls.push(bindStatement(read.child.statement, [keys, read.limit + 1, ...read.values]));
      }
    }
    this.#asked = asked;
    const isLast = asked.every(({ related }) => related.length === 0);
    return { calls, further: isLast ? null : (answers) => this.#continue(answers) };
  }

  #continue(answers: readonly QueryResult[]): ReadStep {
    const asked = this.#asked;
    this.#take(answers);
    return this.#ask(
      asked.flatMap((above) => {
        const parents = [...above.byParent.values()].flatMap((rows) => rows.slice(0, above.limit));
        return above.related.map((read) => ({ read, parents }));
      }),
    );
  }

  #take(answers: readonly QueryResult[]): void {
    this.#asked.forEach((read, at) => {
      const { rows = [], cut } = answers[at] ?? {};
      this.#isCut ||= cut !== undefined;
      read.isCut = this.#isCut;
      groupByParent(read, rows);
    });
    this.#asked = [];
  }
}

/** Its rows count as cut until they are read. */
function createRead(child: ChildProgram, plan: PlanValues): RelatedRead {
  const { where } = child;
  const { values } = plan;
  const byParent = new Map<string, Row[]>();
  return {
    child,
    byParent,
    find: (parent) => byParent.get(buildKeyName(parent, child.keyAt)) ?? noRows,
    limit: getLimit(child, plan),
    isCut: true,
    values: where ? values.slice(where.firstSlot, where.firstSlot + where.valueCount) : [],
    related: child.children.map((below) => createRead(below, plan)),
  };
}

const noRows: readonly Row[] = [];

function getLimit({ limit }: ChildProgram, { values }: PlanValues): number {
  const rows = limit.by === 'slot' ? Number(values[limit.slot]) : limit.rows;
  return rows === -1 ? Infinity : rows;
}

/** No row is missing where no parent was found. */
function clearCuts(read: RelatedRead): void {
  read.isCut = false;
  read.related.forEach(clearCuts);
}

/** The distinct keys of rows, without those of unique edges that lead nowhere. */
function listKeys(rows: readonly Row[], positions: readonly number[]): readonly unknown[] {
  const [first = 0] = positions;
  const keys = new Map<string, unknown>();
  for (const row of rows) {
    if (row[first] === null) continue;
    keys.set(buildKeyName(row, positions), getKey(row, positions));
  }
  return [...keys.values()];
}

/** The key of a row: a value, or of several columns a list of values. */
function getKey(row: Row, positions: readonly number[]): unknown {
  return positions.length === 1 ? row[positions[0] ?? 0] : positions.map((at) => row[at]);
}

function formatKeyPart(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? value.toString('latin1') : String(value);
}

/** A string that identifies the key. */
function buildKeyName(row: Row, positions: readonly number[]): string {
  return positions.length === 1
    ? formatKeyPart(row[positions[0] ?? 0])
    : JSON.stringify(positions.map((at) => formatKeyPart(row[at])));
}

function groupByParent({ child: { parentAt, placeAt }, byParent }: RelatedRead, rows: readonly Row[]): void {
  for (const row of rows) {
    const key = buildKeyName(row, parentAt);
    const siblings = byParent.get(key);
    if (siblings) siblings.push(row);
    else byParent.set(key, [row]);
  }
  if (placeAt !== null)
    for (const siblings of byParent.values())
      siblings.sort((a, b) => Number(a[placeAt]) - Number(b[placeAt]));
}
