// PostgreSQL reads no more rows for a search across edges than it takes: a page of many matches ends early, as does a count up to
// a limit, and the indexes of rare matches serve. Judged by the rows that the statement really read. MySQL builds each set once.
import type { ApiOptions } from '@decorest/core';
import { contentOf } from '../../support/collection.js';
import { fillLibrary, libraryEntities } from '../../support/fixtures/crowded-library.js';
import { directStage, type DirectStage } from '../../support/direct-stage.js';
import { databaseNames } from '../../support/test-database.js';

const volumes = 60_000;

const options: ApiOptions = {
  where: true,
  totalCount: ['none', 'limited', 'exact'],
  sparseFields: true,
  limits: { count: 200 },
};

describe.each(databaseNames.filter((name) => name === 'mysql'))('%s', (name) => {
  const stage = directStage(name, {
    entities: libraryEntities,
    options,
    fill: (dataSource) => fillLibrary(dataSource, 5_000),
  });

  test.each(['search.ihas=quartz', 'search.words=sea+tale'])('%s builds each set once', async (search) => {
    const [plan = ''] = await explainStatements(
      stage,
      `/volumes?${search}&count=none`,
      'EXPLAIN FORMAT=TREE',
    );
    expect(plan).toContain('Materialize');
    expect(plan).not.toContain('dependent');
  });
});

const stage = directStage('postgres', {
  entities: libraryEntities,
  options,
  fill: async (dataSource) => {
    await fillLibrary(dataSource, volumes);
    await dataSource.query('VACUUM ANALYZE');
  },
});

const where = (condition: object) => `where=${encodeURIComponent(JSON.stringify(condition))}`;

// Every title has 'tale', every other one 'sea'.
test.each<[string, string, number]>([
  ['the first page', 'search.ihas=tale&count=none', 6_000],
  ['the first page of two words', 'search.words=sea+tale&count=none', 30_000],
  ['a page that is deep', 'search.ihas=tale&count=none&page=300&per_page=10', 9_000],
  ['a page after a filter', 'search.ihas=tale&shelf.lt=6&count=none', 30_000],
  ['a page of some columns', 'search.ihas=tale&count=none&fields=id,title', 6_000],
  ['a count up to a limit', 'search.ihas=tale&count=limited', 8_000],
])('%s of many matches', async (_, query, most) => {
  expect(await countReadRows(`/volumes?${query}`)).toBeLessThan(most);
});

test.each<[string, string]>([
  ['a group', 'search.eq=Tale quartz 0'],
  ['a value of two fields', where({ or: [{ 'title.eq': 'none' }, { 'writer.name.eq': 'Writer 7' }] })],
])('few matches by %s are found by indexes', async (_, query) => {
  for (const count of ['none', 'exact', 'limited'])
    expect(await countReadRows(`/volumes?${query}&count=${count}`)).toBeLessThan(volumes / 10);
});

test('rare words are searched for once for a page', async () => {
  const target = '/volumes?search.ihas=quartz&count=none&per_page=100';
  expect(contentOf(await stage.client.get(target))).toHaveLength(60);
  expect(await countReadRows(target)).toBeLessThan(volumes * 5);
});

test('what the planner misjudges is not compiled', async () => {
  const { statements } = stage.database;
  statements.clear();
  await stage.client.get('/volumes?search.ihas=tale');
  expect(statements.texts).toContainEqual(
    expect.stringMatching(/^SELECT set_config\('jit', 'off', true\); SELECT .*decorest_few0/),
  );
});

test('what the planner misjudges is not compiled for an export', async () => {
  const { database, client } = stage;
  database.statements.clear();
  const { body } = await client.api.handle({
    method: 'GET',
    path: '/volumes',
    query: 'search.ihas=tale&sort=shelf',
    headers: { accept: 'application/x-ndjson' },
  });
  if (typeof body === 'string' || body === null) throw new Error('The body is not in pieces.');
  let lines = 0;
  for await (const piece of body) {
    lines += piece.split('\n').length - 1;
    if (lines > 500) break;
  }
  const texts = database.statements.texts.filter((text) => text.includes('decorest_few0'));
  // The first batch, and the keys of the next.
  expect(texts).toHaveLength(2);
  for (const text of texts) expect(text).toMatch(/^SELECT set_config\('jit', 'off', true\); /);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The rows that the scans of a request's statements read, wherever they stand. */
async function countReadRows(target: string): Promise<number> {
  const plans = await explainStatements(stage, target, 'EXPLAIN (ANALYZE, FORMAT JSON)');
  const read = plans.map((plan) =>
    countScanned((JSON.parse(plan) as readonly { Plan: PlanNode }[])[0]?.Plan),
  );
  expect(read).not.toHaveLength(0);
  return read.reduce((sum, each) => sum + each, 0);
}

/** The plans of the statements that read rows for a request. */
async function explainStatements(
  { database: { dataSource }, client }: DirectStage,
  target: string,
  explain: string,
): Promise<readonly string[]> {
  const logged = jest.spyOn(dataSource.logger, 'logQuery');
  await client.get(target);
  const calls = logged.mock.calls.map(([text, values = []]) => ({ text, values: values as unknown[] }));
  logged.mockRestore();
  const plans: string[] = [];
  for (const { text, values } of calls.filter((call) => /^SELECT .* FROM /.test(call.text))) {
    const [row] = await dataSource.query<Record<string, unknown>[]>(`${explain} ${text}`, values);
    const [plan] = Object.values(row ?? {});
    plans.push(typeof plan === 'string' ? plan : JSON.stringify(plan));
  }
  return plans;
}

function countScanned(node: PlanNode | undefined): number {
  if (!node) return 0;
  const below = (node.Plans ?? []).map(countScanned).reduce((sum, each) => sum + each, 0);
  const isScan = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type']);
  if (!isScan) return below;
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return below + rows * node['Actual Loops'];
}
