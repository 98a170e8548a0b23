// What policies mean, said once more and without a database: which rows of the club there are under given conditions.
import { notNull } from '@decorest/core';
import type { ClubRows } from './club-rows.js';

/** A condition of any shape, by the class its policy is for. */
export type Conditions = Readonly<Partial<Record<PolicedClass, unknown>>>;
export type PolicedClass = 'Person' | 'Note' | 'Circle' | 'Locker' | 'Item' | 'Book' | 'Tool';

type TableName = keyof ClubRows;
type AnyRow = Readonly<Record<string, unknown>> & { readonly id: number };

/** Where edges lead, and the ids they lead to from a row. */
const edges: Readonly<
  Record<string, readonly [target: TableName, ids: (row: AnyRow, rows: ClubRows) => readonly unknown[]]>
> = {
  'Person.mentor': ['Person', own('mentor')],
  'Person.pupils': ['Person', inverse('Person', 'mentor')],
  'Person.notes': ['Note', inverse('Note', 'author')],
  'Person.circles': ['Circle', linkedBy('Circle', 'members')],
  'Person.locker': ['Locker', inverse('Locker', 'holder')],
  'Note.author': ['Person', own('author')],
  'Note.circles': ['Circle', (row) => row.circles as readonly number[]],
  'Circle.members': ['Person', (row) => row.members as readonly number[]],
  'Circle.notes': ['Note', linkedBy('Note', 'circles')],
  'Circle.grants': ['Grant', inverse('Grant', 'circle')],
  'Locker.holder': ['Person', own('holder')],
  'Item.lender': ['Person', own('lender')],
  'Grant.person': ['Person', own('person')],
  'Grant.circle': ['Circle', own('circle')],
};

/** The rows that the conditions let through; where they referred to others, they refer to nothing. */
export function reachable(rows: ClubRows, conditions: Conditions): ClubRows {
  const all = <Row extends AnyRow>(table: TableName, from: readonly Row[]): Row[] => {
    const condition = conditions[table as PolicedClass];
    return condition === undefined ? [...from] : from.filter((row) => passes(rows, table, row, condition));
  };
  const ofItsKind = (row: ClubRows['Item'][number]): boolean => {
    const condition = conditions[row.kind];
    return row.kind === 'Item' || condition === undefined || passes(rows, 'Item', row, condition);
  };
  return consistent({
    Person: all('Person', rows.Person),
    Note: all('Note', rows.Note),
    Circle: all('Circle', rows.Circle),
    Locker: all('Locker', rows.Locker),
    Item: all('Item', rows.Item).filter(ofItsKind),
    Grant: rows.Grant,
  });
}

/** The rows without their references to rows that are not among them. */
export function consistent(rows: ClubRows): ClubRows {
  const has = (table: TableName, id: number) => rows[table].some((row) => row.id === id);
  const known = (table: TableName, id: number | null) => (id !== null && has(table, id) ? id : null);
  const among = (table: TableName, ids: readonly number[]) => ids.filter((id) => has(table, id));
  return {
    Person: rows.Person.map((row) => ({ ...row, mentor: known('Person', row.mentor) })),
    Note: rows.Note.map((row) => ({
      ...row,
      author: known('Person', row.author),
      circles: among('Circle', row.circles),
    })),
    Circle: rows.Circle.map((row) => ({ ...row, members: among('Person', row.members) })),
    Locker: rows.Locker.map((row) => ({ ...row, holder: known('Person', row.holder) })),
    Item: rows.Item.map((row) => ({ ...row, lender: known('Person', row.lender) })),
    Grant: rows.Grant.filter(({ person, circle }) => has('Person', person) && has('Circle', circle)),
  };
}

function passes(rows: ClubRows, table: TableName, row: AnyRow, condition: unknown): boolean {
  if (typeof condition === 'boolean') return condition;
  if (Array.isArray(condition)) return condition.some((each) => passes(rows, table, row, each));
  return Object.entries(condition as object).every(([name, wanted]) =>
    memberPasses(rows, table, row, name, wanted),
  );
}

function memberPasses(rows: ClubRows, table: TableName, row: AnyRow, name: string, wanted: unknown): boolean {
  const alternatives: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  const edge = edges[`${table}.${name}`];
  if (!edge) return alternatives.some((value) => valuePasses(row[name], value));
  const [target, idsOf] = edge;
  const ids = idsOf(row, rows).filter((id) => id !== null);
  const related = (rows[target] as readonly AnyRow[]).filter(({ id }) => ids.includes(id));
  return alternatives.some((value) => {
    if (value === null) return ids.length === 0;
    if (value === notNull) return ids.length > 0;
    if (typeof value === 'object') return related.some((each) => passes(rows, target, each, value));
    return ids.includes(value);
  });
}

function valuePasses(stored: unknown, wanted: unknown): boolean {
  return wanted === notNull ? stored !== null : stored === wanted;
}

function own(name: string) {
  return (row: AnyRow) => [row[name]];
}

function inverse(table: TableName, key: string) {
  return ({ id }: AnyRow, rows: ClubRows) =>
    (rows[table] as readonly AnyRow[]).filter((row) => row[key] === id).map((row) => row.id);
}

function linkedBy(table: TableName, key: string) {
  return ({ id }: AnyRow, rows: ClubRows) =>
    (rows[table] as readonly AnyRow[])
      .filter((row) => (row[key] as readonly number[]).includes(id))
      .map((row) => row.id);
}
