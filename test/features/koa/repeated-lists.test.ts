// A list of names may be given as one value with commas, as a parameter for each name, or as both: generated clients differ.
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { market } from '../aggregates/market.js';
import { archive } from '../including/archive.js';

/** The query with each comma of a list of names written either as it is or as a repeated parameter. */
function listSpellings(query: string): string[] {
  return query.split('&').reduce<string[]>(
    (before, pair) => {
      const [name = '', text = ''] = pair.split('=');
      return before.flatMap((start) => spellList(name, text).map((spelled) => `${start}&${spelled}`));
    },
    [''],
  );
}

function spellList(name: string, text: string): string[] {
  const [first = '', ...others] = text.split(',');
  return others.reduce(
    (before, item) => before.flatMap((start) => [`${start},${item}`, `${start}&${name}=${item}`]),
    [`${name}=${first}`],
  );
}

async function expectOneAnswer(stage: DirectStage, path: string, query: string): Promise<void> {
  const spellings = listSpellings(query);
  expect(spellings.length).toBe(2 ** (query.split(',').length - 1));
  const bodies = spellings.map(async (spelling) => {
    const { status, text } = await stage.client.get(`${path}?${spelling}`);
    expect([spelling, status]).toEqual([spelling, 200]);
    // The problem documents and links name the query.
    return text;
  });
  const distinct = new Set(await Promise.all(bodies));
  expect(distinct.size).toBe(1);
}

onEachDatabase(archive, (stage) => {
  test.each([
    ['/works', 'sort=year,-title,id'],
    ['/works', 'include=author,reviews,author.mentor'],
    ['/works/1', 'include=author,reviews'],
    ['/works', 'fields=id,title,year&sort=-year,id'],
    ['/works/1', 'fields=id,title'],
    ['/authors', 'include=works,prizes&works.sort=-year,id&works.fields=id,title'],
    ['/authors/1/works', 'sort=-year,id&fields=title,year'],
  ])('%s?%s', async (path, query) => {
    await expectOneAnswer(stage, path, query);
  });

  test('names that are given apart are one list: of its rules none is escaped', async () => {
    for (const [query, parameter, code] of [
      ['include=works&include=works', 'include', 'malformed_parameter'],
      ['include=works&include=', 'include', 'malformed_parameter'],
      ['fields=id&fields=nosuch', 'fields', 'malformed_parameter'],
      [Array(300).fill('sort=name').join('&'), 'sort', 'too_long'],
    ] as const) {
      const faults = expectProblem(await stage.client.get(`/authors?${query}`), 400, 'invalid_request');
      expect(faults[0]).toMatchObject({ parameter, code });
    }
  });

  test('other parameters are still given once', async () => {
    for (const query of [
      'page=1&page=1',
      'order=asc&order=asc',
      'include=works&works.limit=1&works.limit=1',
    ]) {
      const faults = expectProblem(await stage.client.get(`/authors?${query}`), 400, 'invalid_request');
      expect(faults).toEqual([expect.objectContaining({ code: 'duplicate_parameter' })]);
    }
  });
});

onEachDatabase(market, (stage) => {
  test.each([
    'measures=count,units.sum&group_by=kind,paid',
    'measures=count,units.sum&group_by=kind,paid&sort=-count,kind',
  ])('/sales/aggregate?%s', async (query) => {
    await expectOneAnswer(stage, '/sales/aggregate', query);
  });
});
