// Which rows filters leave, worked out in memory: contract section 5, written a second time.
import type { EdgeModel, FieldModel, FilterModel, FilterTarget, Predicate } from '@decorest/core';
import type { DatabaseName } from '../support/test-database.js';
import { compare, folded } from './comparison.js';
import { valueOf, type TableRow } from './table-rows.js';
import type { Wire } from './wire-values.js';

/** A filter with the values asked for, as texts of the query. */
export interface AskedFilter {
  readonly filter: FilterModel;
  readonly texts: readonly string[];
}

export interface FilterQuestion {
  readonly asked: readonly AskedFilter[];
  readonly junction: 'and' | 'or';
}

/** The rows that the filters leave. */
export function selectedRows(
  rows: readonly TableRow[],
  question: FilterQuestion,
  database: DatabaseName,
): TableRow[] {
  const meets = filterTest(question, database);
  return rows.filter(meets);
}

/** Whether filters leave a row. */
export function filterTest(
  { asked, junction }: FilterQuestion,
  database: DatabaseName,
): (row: TableRow) => boolean {
  const [acrossEdge, alone] = splitByEdge(asked);
  const tests = [
    ...alone.map((one) => (row: TableRow) => holdsForRow(row, one, database)),
    ...[...acrossEdge].map(
      ([edge, together]) =>
        (row: TableRow) =>
          related(row, edge).some((other) =>
            joined(
              together.map((one) => () => holdsForField(other, one, one.filter.targets[0], database)),
              junction,
            ),
          ),
    ),
  ];
  return (row) =>
    joined(
      tests.map((test) => () => test(row)),
      junction,
    );
}

function joined(tests: readonly (() => boolean)[], junction: 'and' | 'or'): boolean {
  if (tests.length === 0) return true;
  return junction === 'and' ? tests.every((test) => test()) : tests.some((test) => test());
}

/** Filters on fields of one edge must hold for one and the same related row. */
function splitByEdge(asked: readonly AskedFilter[]): [Map<EdgeModel, AskedFilter[]>, AskedFilter[]] {
  const across = new Map<EdgeModel, AskedFilter[]>();
  const alone: AskedFilter[] = [];
  for (const one of asked) {
    const [target] = one.filter.targets;
    if (one.filter.targets.length === 1 && target?.edge && target.field)
      across.set(target.edge, [...(across.get(target.edge) ?? []), one]);
    else alone.push(one);
  }
  return [across, alone];
}

/** A filter of its own; a group holds when it holds for one of its members, with words for one of them each. */
function holdsForRow(row: TableRow, asked: AskedFilter, database: DatabaseName): boolean {
  if (asked.filter.test === 'words')
    return wordsOf(asked.texts[0] ?? '').every((word) =>
      holdsForRow(row, { filter: { ...asked.filter, test: 'ihas' }, texts: [word] }, database),
    );
  return asked.filter.targets.some((target) => {
    if (target.key) throw new Error('There is no oracle for ids of several columns.');
    if (target.field === null) return holdsForEdge(row, target.edge, asked);
    const candidates = target.edge ? related(row, target.edge) : [row];
    return candidates.some((candidate) => holdsForField(candidate, asked, target, database));
  });
}

function holdsForEdge(row: TableRow, edge: EdgeModel, { filter, texts }: AskedFilter): boolean {
  const wanted = (texts[0] === 'true') === (filter.test === 'exists');
  return related(row, edge).length > 0 === wanted;
}

function related(row: TableRow, { name }: EdgeModel): readonly TableRow[] {
  return row.edges[name] ?? [];
}

function holdsForField(
  row: TableRow,
  { filter, texts }: AskedFilter,
  target: FilterTarget | undefined,
  database: DatabaseName,
): boolean {
  const field = target?.field;
  if (!field || filter.test === 'exists') throw new Error(`${filter.name} does not test a field.`);
  const value = valueOf(row, field.name);
  if (filter.test === 'null') return (value === null) === (texts[0] === 'true');
  return value !== null && passes(filter.test, field, value, texts, database);
}

/** A test of a value that is there: NULL passes none of these. */
function passes(
  test: Exclude<Predicate, 'null'>,
  { kind }: FieldModel,
  value: Exclude<Wire, null>,
  texts: readonly string[],
  database: DatabaseName,
): boolean {
  const [text = ''] = texts;
  const order = (other: string) => compare(kind, value, kind === 'boolean' ? other === 'true' : other);
  const fold = (any: Wire | string) => folded(database, String(any));
  switch (test) {
    case 'eq':
      return order(text) === 0;
    case 'neq':
      return order(text) !== 0;
    case 'in':
      return texts.some((one) => order(one) === 0);
    case 'notIn':
      return texts.every((one) => order(one) !== 0);
    case 'gt':
      return order(text) > 0;
    case 'gte':
      return order(text) >= 0;
    case 'lt':
      return order(text) < 0;
    case 'lte':
      return order(text) <= 0;
    case 'ieq':
      return fold(value) === fold(text);
    case 'has':
      return String(value).includes(text);
    case 'ihas':
      return fold(value).includes(fold(text));
    case 'prefix':
      return String(value).startsWith(text);
    case 'suffix':
      return String(value).endsWith(text);
    case 'words':
      return wordsOf(text).every((word) => fold(value).includes(fold(word)));
    case 'any':
    case 'all':
    case 'empty':
      throw new Error('Exhibits have no lists.');
  }
}

/** Read from left to right, a character at a time. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length;) {
    if (text.charAt(at).trim() === '') {
      at += 1;
      continue;
    }
    const close = text.charAt(at) === '"' ? text.indexOf('"', at + 1) : -1;
    const isPhrase =
      close !== -1 && text.slice(at + 1, close).trim() !== '' && text.charAt(close + 1).trim() === '';
    let end = at;
    while (end < text.length && text.charAt(end).trim() !== '') end += 1;
    words.push(isPhrase ? text.slice(at + 1, close) : text.slice(at, end));
    at = isPhrase ? close + 1 : end;
  }
  return words;
}
