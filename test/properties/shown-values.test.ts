// What is shown is what is compared: for each value that a column holds, whoever wrote it, and however it is spelled, filters,
// sorts, cursors, groups and bulk writes treat it as the value that answers show, also where the table has another type than the
// class declares. What is not shown is a 500; a shown value that the class does not declare is a 400 of filters.
import type { Api } from '@decorest/core';
import { textOf } from '../support/answer-text.js';
import { ServerLog } from '../support/server-log.js';
import { databaseNames, openDatabase, speaksMysql, type DatabaseName } from '../support/test-database.js';
import { createApi } from '@decorest/core';
import { otherCasesOf } from './other-type-cases.js';
import { casesOf, classOf, compareShown, type ShownCase } from './shown-value-cases.js';

jest.setTimeout(300_000);

interface Row {
  readonly id: number;
  readonly shown: unknown;
}

interface Subject {
  readonly api: Api;
  readonly path: string;
  readonly kase: ShownCase;
  readonly rows: readonly Row[];
}

const servers = databaseNames.filter((name) => name !== 'sqlite3');

test.each(servers)('%s', async (name) => {
  const cases = [...casesOf(name), ...otherCasesOf(name)];
  const classes = cases.map((kase, at) => classOf(kase, at));
  const database = await openDatabase(name, classes);
  const { dataSource } = database;
  try {
    const filled: number[][] = [];
    for (const [at, kase] of cases.entries()) filled.push(await fill(database, name, kase, at));
    const log = new ServerLog();
    const api = createApi(dataSource, { logger: log, cursorSecrets: ['0123456789abcdef0123456789abcdef'] });
    const faults: string[] = [];
    let shown = 0;
    for (const [at, kase] of cases.entries()) {
      const rows = await readRows(api, at, filled[at] ?? []);
      shown += rows.length;
      if (rows.length === 0) continue;
      const subject = { api, path: `/shown${at}s`, kase, rows };
      for (const fault of await findFaults(subject))
        faults.push(`${String(kase.type)} over ${kase.stored}: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(shown).toBeGreaterThan(100);
  } finally {
    await database.close();
  }
});

/** A row for each literal that the column takes; returns the ids. */
async function fill(
  { dataSource }: Awaited<ReturnType<typeof openDatabase>>,
  name: DatabaseName,
  { stored, literals }: ShownCase,
  at: number,
): Promise<number[]> {
  if (speaksMysql(name)) await dataSource.query("SET SESSION sql_mode = ''");
  await dataSource.query(`CREATE TABLE shown${at} (id int PRIMARY KEY, v ${stored})`);
  const ids: number[] = [];
  for (const [place, literal] of literals.entries()) {
    // Ids run against the literals, so that no order is right by chance.
    const id = literals.length - place;
    await dataSource.query(`INSERT INTO shown${at} VALUES (${id}, ${literal})`).then(
      () => ids.push(id),
      () => undefined,
    );
  }
  return ids;
}

async function ask(api: Api, method: string, url: string) {
  const [path = '', query = ''] = url.split('?');
  const answer = await api.handle({ method, path, query });
  return { status: answer.status, body: JSON.parse(textOf(answer) || 'null') as unknown };
}

/** The rows that a read shows. */
async function readRows(api: Api, at: number, ids: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const id of ids) {
    const { status, body } = await ask(api, 'GET', `/shown${at}s/${id}`);
    if (status === 200) rows.push({ id, shown: (body as { v: unknown }).v });
    else expect(status).toBe(500);
  }
  return rows;
}

async function findFaults(subject: Subject): Promise<string[]> {
  const faults: string[] = [];
  const known = subject.rows.filter(({ shown }) => shown !== null);
  for (const row of known)
    for (const fault of await findFilterFaults(subject, known, row)) faults.push(fault);
  faults.push(...(await findSortFaults(subject)));
  faults.push(...(await findGroupFaults(subject)));
  faults.push(...(await findBulkFaults(subject, known)));
  return faults;
}

const meanings: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  neq: (order) => order !== 0,
  in: (order) => order === 0,
  notIn: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

async function findFilterFaults(
  { api, path, kase }: Subject,
  rows: readonly Row[],
  { shown }: Row,
): Promise<string[]> {
  const faults: string[] = [];
  const among = rows.map(({ id }) => `id.in=${id}`).join('&');
  for (const predicate of kase.predicates) {
    const url = `${path}?${among}&per_page=100&v.${predicate}=${encodeURIComponent(String(shown))}`;
    const { status, body } = await ask(api, 'GET', url);
    const found =
      status === 200 ? (body as { content: Row[] }).content.map(({ id }) => id).sort(byNumber) : status;
    const matching = rows
      .filter((row) => meanings[predicate]?.(compareShown(kase, row.shown, shown)))
      .map(({ id }) => id)
      .sort(byNumber);
    const expected = kase.isRefused?.(shown) ? 400 : matching;
    if (JSON.stringify(found) !== JSON.stringify(expected))
      faults.push(`${predicate} ${String(shown)}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  }
  return faults;
}

const byNumber = (a: number, b: number) => a - b;

/** A walk by cursors meets each row once, in an order that agrees with what is shown. */
async function findSortFaults({ api, path, kase, rows }: Subject): Promise<string[]> {
  const faults: string[] = [];
  const among = rows.map(({ id }) => `id.in=${id}`).join('&');
  for (const sort of ['v', '-v']) {
    const walked: (Row & { v: unknown })[] = [];
    let after = '';
    for (let page = 0; page < 100; page++) {
      const { status, body } = await ask(api, 'GET', `${path}?${among}&per_page=3&sort=${sort}${after}`);
      if (status !== 200) return [...faults, `sort=${sort}: ${status} ${JSON.stringify(body)}`];
      const { content, next_cursor: next } = body as { content: typeof walked; next_cursor: string | null };
      walked.push(...content);
      if (!next) break;
      after = `&after=${next}`;
    }
    const ids = walked.map(({ id }) => id);
    if (ids.length !== rows.length || new Set(ids).size !== ids.length)
      faults.push(`sort=${sort} walks ${ids.join()}`);
    for (const [at, { v }] of walked.entries()) {
      const before = walked[at - 1];
      if (!before) continue;
      const order = compareNullable(kase, before.v, v);
      if (sort === 'v' ? order > 0 : order < 0)
        faults.push(`sort=${sort}: ${String(before.v)} before ${String(v)}`);
    }
  }
  return faults;
}

function compareNullable(kase: ShownCase, a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareShown(kase, a, b);
}

/** One group for each value that is shown. */
async function findGroupFaults({ api, path, kase, rows }: Subject): Promise<string[]> {
  if (!kase.isGrouped) return [];
  const among = rows.map(({ id }) => `id.in=${id}`).join('&');
  const { status, body } = await ask(
    api,
    'GET',
    `${path}/aggregate?${among}&group_by=v&measures=count&per_page=100`,
  );
  if (status !== 200) return [`group_by: ${status} ${JSON.stringify(body)}`];
  const groups = (body as { content: { v: unknown; count: number }[] }).content;
  const faults: string[] = [];
  for (const { v, count } of groups) {
    const expected = rows.filter((row) => compareNullable(kase, row.shown, v) === 0).length;
    if (count !== expected) faults.push(`group ${String(v)} has ${count} rows, not ${expected}`);
  }
  return faults;
}

/** A bulk delete deletes the rows that are shown with the value, and no other. */
async function findBulkFaults({ api, path, kase, rows }: Subject, known: readonly Row[]): Promise<string[]> {
  const faults: string[] = [];
  const left = new Set(rows);
  const among = rows.map(({ id }) => `id.in=${id}`).join('&');
  for (const { shown } of known) {
    const expected = [...left].filter((row) => compareNullable(kase, row.shown, shown) === 0);
    if (expected.length === 0 || kase.isRefused?.(shown)) continue;
    for (const row of expected) left.delete(row);
    const { status, body } = await ask(
      api,
      'DELETE',
      `${path}?${among}&v.eq=${encodeURIComponent(String(shown))}`,
    );
    const { affected } = body as { affected?: number };
    if (status !== 200 || affected !== expected.length)
      faults.push(`DELETE ${String(shown)}: ${status} ${affected}, not ${expected.length}`);
  }
  return faults;
}
