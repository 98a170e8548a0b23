// The databases against each other: the same requests to the same rows have the same answers, byte for byte. Left out is
// what docs/databases.md says differs: dates that a server makes, ids after a create that failed, the order of `random`
// and of enums, and how case is folded beyond ASCII, for which no row here has a letter.
import type { EntityModel, FilterModel, SortModel } from '@decorest/core';
import { contentOf } from '../../support/collection.js';
import { directStage } from '../../support/direct-stage.js';
import { festival, stages as stageIds } from '../../support/fixtures/festival.js';
import type { Answer } from '../../support/http-client.js';
import { databaseNames } from '../../support/test-database.js';

const stages = databaseNames.map((name) => directStage(name, festival));

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly body?: unknown;
}

/** The compared parts of an answer, without dates and request ids, which are generated. */
function comparable({ status, headers, text }: Answer) {
  const { location, link, 'x-total-count': total } = headers;
  const body = text
    .replace(/"request_id":\s*"[^"]*"/g, '"request_id":"..."')
    .replace(/"(createdAt|updatedAt)":\s*"[^"]*"/g, '"$1":"..."');
  return { status, location, link, total, body };
}

/** Asks every database; all must answer as the first does. */
async function agreedAnswer({ method, target, body }: Asked): Promise<Answer> {
  const [first, ...others] = await Promise.all(
    stages.map(async ({ name, client }) => ({ name, answer: await client.send(method, target, body) })),
  );
  if (!first) throw new Error('There is no database.');
  for (const { name, answer } of others) {
    const asked = { method, target, body };
    expect({ name, asked, ...comparable(answer) }).toEqual({ name, asked, ...comparable(first.answer) });
  }
  return first.answer;
}

const get = (target: string): Asked => ({ method: 'GET', target });

/** Every entity that all databases have; the sheet of column types is each database's own. */
function entities(): readonly EntityModel[] {
  const [stage] = stages;
  return (stage?.client.api.model.entities ?? []).filter(
    ({ name, mounted }) => mounted && name !== 'SoundCheck',
  );
}

function listTargets({ path, sorts, operations }: EntityModel): string[] {
  if (!operations.includes('list')) return [];
  const keys = sorts.filter(isSortedAlike).map(({ key }) => key);
  return [`/${path}`, ...keys.flatMap((key) => [`/${path}?sort=${key}`, `/${path}?sort=-${key}`])];
}

/** Servers sort an enum as it is declared, SQLite by its text. */
function isSortedAlike(sort: SortModel): boolean {
  return sort.by === 'random' ? false : !('field' in sort && sort.field.kind === 'enum');
}

/** What a database dates by its own clock is another time on each. */
function isOfGivenValues({ targets }: FilterModel): boolean {
  return targets.every(({ field }) => field?.kind !== 'datetime' || field.spelling === 'normal');
}

/** Texts to ask a filter for: each value that rows of the entity show, and some that none has. */
function filterValues(filter: FilterModel, rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  if (filter.test === 'null' || filter.test === 'exists') return ['true', 'false'];
  const [target] = filter.targets;
  const shown = rows.map((row) => row[target?.field?.name ?? '']).filter((value) => value !== null);
  const texts = shown.filter((value) => typeof value !== 'object' && value !== undefined).map(String);
  const parts = texts.flatMap((text) => [text, text.toUpperCase(), text.slice(0, 2), text.slice(-2)]);
  return [...new Set([...parts, 'zzz', '1', '%', '0'])];
}

test('lists in every order', async () => {
  const targets = entities().flatMap(listTargets);
  expect(targets.length).toBeGreaterThan(60);
  for (const target of targets) await agreedAnswer(get(target));
});

test('every filter, with values that are there and values that are not', async () => {
  let asked = 0;
  for (const { path, filters, operations } of entities()) {
    if (!operations.includes('list')) continue;
    const rows = contentOf(await agreedAnswer(get(`/${path}`)));
    for (const filter of filters.filter(isOfGivenValues))
      for (const value of filterValues(filter, rows)) {
        await agreedAnswer(get(`/${path}?${filter.name}=${encodeURIComponent(value)}`));
        asked += 1;
      }
  }
  expect(asked).toBeGreaterThan(1000);
});

test('every row, and what its edges lead to', async () => {
  for (const { path, edges, operations } of entities()) {
    if (!operations.includes('read') || !operations.includes('list')) continue;
    for (const { id } of contentOf(await agreedAnswer(get(`/${path}`)))) {
      await agreedAnswer(get(`/${path}/${String(id)}`));
      for (const edge of edges) await agreedAnswer(get(`/${path}/${String(id)}/${edge.path}`));
    }
  }
});

const writes: readonly Asked[] = [
  { method: 'POST', target: '/genres', body: { id: 'ska', title: 'Ska', parent: 'rock' } },
  { method: 'POST', target: '/genres', body: { id: 'rock', title: 'Again' } },
  { method: 'PATCH', target: '/genres/rock', body: { add_children: ['jazz'] } },
  { method: 'PATCH', target: '/genres/jazz', body: { children: ['punk'] } },
  { method: 'PATCH', target: '/genres/ROCK', body: { title: 'Shouted' } },
  { method: 'DELETE', target: '/genres/ROCK' },
  { method: 'DELETE', target: '/genres/rock' },
  {
    method: 'POST',
    target: '/visitors',
    body: { name: 'Dora', email: 'dora@example.com', passphrase: 'long enough' },
  },
  {
    method: 'POST',
    target: '/visitors',
    body: { name: 'Dora', email: 'ann@example.com', passphrase: 'long enough' },
  },
  { method: 'PATCH', target: '/visitors/1', body: { add_friends: [2, 3, 3], nickname: null } },
  { method: 'PATCH', target: '/visitors/1', body: { remove_friends: [3, 99] } },
  { method: 'PATCH', target: '/visitors/99', body: { nickname: 'x' } },
  { method: 'PATCH', target: '/visitors/1', body: {} },
  { method: 'POST', target: '/wristbands', body: { id: '9007199254740993', balance: 1 } },
  { method: 'POST', target: '/wristbands', body: { id: '9007199254740995', balance: 1.5, visitor: 2 } },
  { method: 'PATCH', target: '/wristbands/9007199254740995', body: { visitor: 1 } },
  { method: 'PATCH', target: '/wristbands/9007199254740995', body: { visitor: null, balance: 999.99 } },
  {
    method: 'POST',
    target: '/performances',
    body: { day: '0001-01-01', startsAt: '23:59:59', loudness: 0.1, stage: stageIds.main, act: 1 },
  },
  { method: 'POST', target: '/performances', body: { day: '2027-07-09', stage: stageIds.pier, act: 99 } },
  { method: 'PATCH', target: '/performances/1', body: { day: '9999-12-31', minutes: 5, cancelled: true } },
  { method: 'DELETE', target: '/performances/3' },
  { method: 'DELETE', target: '/performances/3' },
  { method: 'PATCH', target: '/festivals/2', body: { budget: '9999999999.99', sponsors: ['a', 'b c'] } },
  {
    method: 'PATCH',
    target: '/festivals/2',
    body: { extras: { b: [1, null, { c: 'ü' }], aa: 0.1 }, budget: null },
  },
  { method: 'PATCH', target: '/festivals/2', body: { name: 'Moon Fest' } },
  { method: 'PATCH', target: '/festivals/3', body: { days: 4 } },
  { method: 'DELETE', target: '/festivals/2' },
  { method: 'GET', target: '/festivals' },
  { method: 'GET', target: '/visitors?sort=-friends.count' },
  { method: 'GET', target: '/performances' },
];

test('writes that succeed and writes that are refused', async () => {
  const statuses = new Set<number>();
  for (const asked of writes) statuses.add((await agreedAnswer(asked)).status);
  expect([...statuses].sort()).toEqual([200, 201, 204, 400, 404, 409]);
});
