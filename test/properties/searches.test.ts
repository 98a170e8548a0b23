// Searches by a group across edges, alone and with other filters, find the volumes that have the words: whether few or many
// do, in any order, on any page, counted in full, up to a limit or not at all.
import { policyFor, type ApiOptions } from '@decorest/core';
import fc from 'fast-check';
import { DirectClient } from '../support/direct-client.js';
import { contentOf } from '../support/collection.js';
import {
  fillLibrary,
  libraryEntities,
  listVolumes,
  Volume,
  type Shelved,
} from '../support/fixtures/crowded-library.js';
import type { Answer } from '../support/http-client.js';
import { directStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { databaseNames } from '../support/test-database.js';

/** More than PostgreSQL takes for few, with most of the words. */
const count = 12_000;
const maxCount = 700;

const options: ApiOptions = {
  where: true,
  totalCount: ['exact', 'limited', 'none'],
  cursorPagination: true,
  sparseFields: true,
  limits: { count: maxCount, offset: count },
};

const volumes = listVolumes(count);

/** Frequent, rare and absent. */
const words = ['sea', 'TALE', 'storm', 'quartz', 'unique', 'writer 1', 'topic 3', '7', 'nowhere'];

const searches = fc.oneof(
  { weight: 2, arbitrary: fc.record({ test: fc.constant('ihas'), texts: fc.constantFrom(...words).map((word) => [word]) }) }, // prettier-ignore
  fc.record({
    test: fc.constant('words'),
    texts: fc.uniqueArray(fc.constantFrom(...words.filter((word) => !word.includes(' '))), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
);

interface Search {
  readonly test: string;
  readonly texts: readonly string[];
}

const questions = fc.record({
  searches: fc.array(searches, { minLength: 1, maxLength: 2 }),
  below: fc.option(fc.integer({ min: 0, max: 13 }), { nil: undefined }),
  sort: fc.constantFrom('', 'id', '-id', 'title', '-shelf,title'),
  page: fc.constantFrom(1, 2, 40, 300),
  perPage: fc.constantFrom(1, 7, 30),
  counted: fc.constantFrom('exact', 'limited', 'none'),
  fields: fc.constantFrom('', '&fields=id,title'),
});

type Question = typeof questions extends fc.Arbitrary<infer Q> ? Q : never;

describe.each(databaseNames)('%s', (name) => {
  const stage = directStage(name, {
    entities: libraryEntities,
    options,
    fill: (dataSource) => fillLibrary(dataSource, count),
  });

  test('a page and its count', async () => {
    await holds(
      fc.asyncProperty(questions, async (question) => {
        const found = findVolumes(volumes, question);
        expectPage(await stage.client.get(`/volumes?${queryOf(question)}`), found, question);
      }),
      60,
    );
  });

  test('a page of what a policy shows', async () => {
    const shown = volumes.filter(({ shelf }) => shelf < 10);
    const policies = [policyFor(Volume, () => ({ shelf: Array.from({ length: 10 }, (_, at) => at) }))];
    const client = DirectClient.of(stage.database.dataSource, { ...options, policies });
    await holds(
      fc.asyncProperty(questions, async (question) => {
        const found = findVolumes(shown, question);
        expectPage(await client.get(`/volumes?${queryOf(question)}`), found, question);
      }),
      20,
    );
  });

  test.each(['ihas=sea', 'ihas=quartz', 'words=sea tale'])('%s, walked by cursors', async (search) => {
    const [test = '', text = ''] = search.split('=');
    const asked = { searches: [{ test, texts: text.split(' ') }], below: 3, sort: '-shelf,title' };
    const found: number[] = [];
    let after = '';
    for (;;) {
      const target = `/volumes?search.${search}&shelf.lt=3&sort=-shelf,title&per_page=90&count=none${after}`;
      const answer = await stage.client.get(target);
      found.push(...contentOf(answer).map(({ id }) => Number(id)));
      const { next_cursor: next } = answer.json as { next_cursor: string | null };
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(found).toEqual(findVolumes(volumes, asked).map(({ id }) => id));
  });
});

function queryOf({ searches: asked, below, sort, page, perPage, counted, fields }: Question): string {
  const [first, ...more] = asked;
  const where = more.map(({ test, texts }) => ({ [`search.${test}`]: texts.join(' ') }));
  return [
    `search.${first?.test ?? ''}=${encodeURIComponent(first?.texts.join(' ') ?? '')}`,
    ...(below === undefined ? [] : [`shelf.lt=${below}`]),
    ...where.map((condition) => `where=${encodeURIComponent(JSON.stringify(condition))}`),
    ...(sort === '' ? [] : [`sort=${sort}`]),
    `page=${page}&per_page=${perPage}&count=${counted}${fields}`,
  ].join('&');
}

/** The volumes that meet all searches, in order. */
function findVolumes(
  of: readonly Shelved[],
  {
    searches: asked,
    below,
    sort,
  }: Pick<Question, 'below'> & { readonly searches: readonly Search[]; readonly sort: string },
): readonly Shelved[] {
  const found = of.filter(
    (volume) =>
      (below === undefined || volume.shelf < below) && asked.every((search) => meets(volume, search)),
  );
  return found.sort((a, b) => compareBy(sort, a, b));
}

/** The whole text, or each word, is in a member of the group. */
function meets({ title, writer, topics }: Shelved, { test, texts }: Search): boolean {
  const members = [title, ...(writer === null ? [] : [writer]), ...topics].map((text) => text.toLowerCase());
  const wanted = test === 'words' ? texts : [texts.join(' ')];
  return wanted.every((text) => members.some((member) => member.includes(text.toLowerCase())));
}

function compareBy(sort: string, a: Shelved, b: Shelved): number {
  const byTitle = a.title < b.title ? -1 : a.title > b.title ? 1 : 0;
  switch (sort) {
    case '-id':
      return b.id - a.id;
    case 'title':
      return byTitle || a.id - b.id;
    case '-shelf,title':
      return b.shelf - a.shelf || byTitle || a.id - b.id;
    default:
      return a.id - b.id;
  }
}

function expectPage(answer: Answer, found: readonly Shelved[], question: Question): void {
  const { page, perPage, counted } = question;
  const wanted = found.slice((page - 1) * perPage, page * perPage).map(({ id }) => id);
  if (page > 1 && wanted.length === 0) {
    expect(answer.status).toBe(400);
    return;
  }
  expect(contentOf(answer).map(({ id }) => id)).toEqual(wanted);
  const body = answer.json as { total_count: number | null; total_is_exact: boolean };
  const isCut = counted === 'limited' && found.length > maxCount;
  expect(body.total_count).toBe(counted === 'none' ? null : isCut ? maxCount : found.length);
  expect(body.total_is_exact).toBe(counted !== 'none' && !isCut);
}
