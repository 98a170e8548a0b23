// P14: the statements that requests make are few, made of known words, and never hold a text of the request.
import type { FilterModel } from '@decorest/core';
import fc from 'fast-check';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { speaksMysql } from '../support/test-database.js';
import { exhibitFixture, knownExhibits } from './exhibit-data.js';
import { askedFilter } from './filter-values.js';
import { filterQuery, parameter } from './query-text.js';
import { readsAmong, statementsOf } from './sql-recorder.js';
import { foreignWords } from './sql-vocabulary.js';

onEachDatabase(exhibitFixture, (stage) => {
  const exhibit = () => stage.client.api.model.entities.find(({ name }) => name === 'Exhibit');
  const filters = () => exhibit()?.filters ?? [];
  const sorts = () => exhibit()?.sorts ?? [];

  test('a filter has one statement, a flag two, a list or words one of their size, whatever it is asked for', async () => {
    const texts = new Set<string>();
    for (const filter of filters()) {
      const own = await statementsOf(stage.database, async () => {
        await holds(
          fc.asyncProperty(askedFilter(filter, knownExhibits), async (asked) => {
            await stage.client.get(`/exhibits?${filterQuery(asked)}`);
          }),
          12,
        );
      });
      const most = countShapes(stage, filter);
      const statements = readsAmong(own).length;
      expect({ filter: filter.name, statements: Math.min(statements, most) }).toEqual({
        filter: filter.name,
        statements,
      });
      for (const text of own) texts.add(text);
    }
    expectOurWords(stage, texts);
  });

  test('a sort key has one statement for each direction, whatever the page', async () => {
    for (const { key } of sorts()) {
      const own = await statementsOf(stage.database, async () => {
        for (const order of ['asc', 'desc'])
          for (const page of ['per_page=3', 'per_page=5&page=2', 'per_page=30&page=1'])
            await stage.client.get(`/exhibits?sort=${key}&order=${order}&${page}`);
      });
      expect({ key, statements: readsAmong(own).length }).toEqual({ key, statements: 2 });
      expectOurWords(stage, own);
    }
  });

  test('ids and pages of edge endpoints make no statements of their own', async () => {
    const texts = await statementsOf(stage.database, async () => {
      for (const id of [1, 2, 3, 999])
        for (const path of [
          `/exhibits/${id}`,
          `/souvenirs/${id}`,
          `/souvenirs?per_page=${id % 100}`,
          `/exhibits/${id}/drawer`,
          `/exhibits/${id}/remarks?per_page=${id % 100}`,
        ])
          await stage.client.get(path);
    });
    // One for each path, and one for the parent that an empty list has or has not.
    expect(readsAmong(texts)).toHaveLength(6);
    expectOurWords(stage, texts);
  });

  test('no name and no value of a request reaches a statement', async () => {
    const canary = fc.stringMatching(/^zq[a-z'";%_()-]{1,10}zq$/);
    const texts = await statementsOf(stage.database, async () => {
      await holds(
        fc.asyncProperty(canary, fc.constantFrom(...filters()), async (text, filter) => {
          for (const query of injections(filter, text)) await stage.client.get(`/exhibits?${query}`);
          await stage.client.get(`/exhibits/${encodeURIComponent(text)}`);
        }),
        100,
      );
    });
    expect([...texts].filter((text) => text.includes('zq'))).toEqual([]);
  });
});

function injections({ name }: FilterModel, text: string): string[] {
  return [
    parameter(name, text),
    parameter(text, 'x'),
    parameter(`${name}${text}`, 'x'),
    parameter('sort', text),
    parameter('sort', `id,${text}`),
    parameter('order', text),
    parameter('page', text),
    parameter('string.in', text),
  ];
}

/** How many statements a filter can have. */
function countShapes({ name }: DirectStage, filter: FilterModel): number {
  if (isFlag(filter)) return 2;
  return filter.test === 'words' || (speaksMysql(name) && isList(filter)) ? sizes : 1;
}

/** Words, and lists whose items are parameters of their own: of sizes 1, 2, 4 and 8. */
const sizes = 4;

function isList({ test }: FilterModel): boolean {
  return test === 'in' || test === 'notIn';
}

function isFlag({ test }: FilterModel): boolean {
  return test === 'null' || test === 'exists';
}

function expectOurWords({ database }: DirectStage, texts: ReadonlySet<string>): void {
  const names = new Set(
    database.dataSource.entityMetadatas.flatMap(({ tableName, columns, relations }) => [
      tableName,
      ...columns.flatMap(({ databaseName, propertyName }) => [databaseName, propertyName]),
      ...relations.map(({ propertyName }) => propertyName),
    ]),
  );
  for (const text of texts)
    expect({ text, foreign: foreignWords(text, names) }).toEqual({ text, foreign: [] });
}
