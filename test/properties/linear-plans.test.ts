// No list scans a table once for each row of another: no combination of filters and sort keys has such a loop in its
// query plans, with only the indexes that TypeORM creates.
import type { ApiModel, EntityModel, FieldModel, FilterModel, Route } from '@decorest/core';
import fc from 'fast-check';
import { fillZoo, zooEntities } from '../support/fixtures/crowded-zoo.js';
import { directStage, onEachDatabase } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { loopsOf, repeatedScansOf } from './plan-loops.js';
import { parameter } from './query-text.js';
import { speaksMysql } from '../support/test-database.js';
import type { AskedFilter } from './filter-oracle.js';
import { countFilters, TreeMaker, whereQuery, type Tree } from './where-trees.js';
import type { Wire } from './wire-values.js';

const zoo = {
  entities: zooEntities,
  options: { defaultFilterID: true, where: true, filterDepth: 2 },
  fill: async (dataSource: Parameters<typeof fillZoo>[0]) => {
    await fillZoo(dataSource, 2_000);
    await dataSource.query(analysis[dataSource.options.type as keyof typeof analysis]);
  },
};

const analysis = {
  'better-sqlite3': 'SELECT 1',
  postgres: 'ANALYZE',
  mariadb: 'ANALYZE TABLE keeper, animal, ward, locker, keeper_wards_ward',
  mysql: 'ANALYZE TABLE keeper, animal, ward, locker, keeper_wards_ward',
} as const;

onEachDatabase(zoo, (stage) => {
  const model = () => stage.client.model;
  const lists = () =>
    stage.client.api.routes.list.filter(({ kind }) => kind === 'list' || kind === 'edge-list');

  test('each parameter and each sort key by itself', async () => {
    for (const route of lists())
      for (const query of queriesOf(model(), route))
        expect(await loopsOf(stage, targetOf(route, query))).toEqual([]);
  });

  test('any of them together, with AND and with OR', async () => {
    const asked = fc.constantFrom(...lists()).chain((route) => {
      const { filters, sorts } = subjectOf(model(), route);
      return fc.record({
        route: fc.constant(route),
        filters: fc.uniqueArray(fc.constantFrom(...filters), { minLength: 1, maxLength: 6 }),
        sort: fc.constantFrom(...sorts.map(({ key }) => key)),
        junction: fc.constantFrom('and', 'or'),
      });
    });
    await holds(
      fc.asyncProperty(asked, async ({ route, filters, sort, junction }) => {
        const query = [...filters.map(filterParameter), `sort=${sort}`, `filter_op=${junction}`].join('&');
        expect(await loopsOf(stage, targetOf(route, query))).toEqual([]);
      }),
      150,
    );
  });

  test('any where', async () => {
    const maker = new TreeMaker(model(), zooValues);
    const asked = fc.constantFrom(...lists()).chain((route) => {
      const subject = subjectOf(model(), route);
      return fc.record({
        route: fc.constant({ ...route, [fc.toStringMethod]: () => route.path }),
        tree: maker
          .treeOf(subject, 3)
          .filter((tree) => countFilters(tree) <= 8 && !(speaksMysql(stage.name) && namesOneRow(tree))),
      });
    });
    await holds(
      fc.asyncProperty(asked, async ({ route, tree }) => {
        expect(await loopsOf(stage, targetOf(route, whereQuery(tree)))).toEqual([]);
      }),
      whereRuns,
    );
  });
});

/** MariaDB compares a row that a unique value names with each of a set: that is one pass, but looks like a loop. */
function namesOneRow({ filters, and = [], or = [], not, related }: Tree): boolean {
  const parts = [...and, ...or, ...(not ? [not] : []), ...related.map(({ of }) => of)];
  const isUnique = ({ filter: { test, targets } }: AskedFilter) =>
    (test === 'eq' || test === 'in') && targets.some(({ field }) => field?.unique);
  return filters.some(isUnique) || parts.some(namesOneRow);
}

const whereRuns = Number(process.env.WHERE_TREES ?? '150');

/** Values that some rows have. */
function zooValues({ kind }: FieldModel): readonly Wire[] {
  return kind === 'string' ? ['er 1', 'er 17'] : [7, 8];
}

/** As after a change of most rows: PostgreSQL takes for a few rows what nearly all of them are. */
const misjudgedZoo = {
  ...zoo,
  fill: async (dataSource: Parameters<typeof fillZoo>[0]) => {
    const tables = ['animal', 'ward'];
    for (const table of tables)
      await dataSource.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await zoo.fill(dataSource);
    for (const table of tables) await dataSource.query(`UPDATE ${table} SET name = 'common'`);
  },
};

describe('with statistics that are wrong', () => {
  const stage = directStage('postgres', misjudgedZoo);

  test.each(['', '&has.locker=true', '&name.neq=nobody'])('two sets with AND%s', async (more) => {
    const target = `/keepers?animals.name.eq=common&wards.name.eq=common${more}`;
    expect(await repeatedScansOf(stage, target)).toEqual([]);
  });
});

function subjectOf({ entities }: ApiModel, { subject }: Route): EntityModel {
  const entity = entities.find(({ name }) => name === subject.name);
  if (!entity) throw new Error(`There is no ${subject.name}.`);
  return entity;
}

function queriesOf(model: ApiModel, route: Route): string[] {
  const { filters, sorts } = subjectOf(model, route);
  const keys = sorts.flatMap(({ key }) => (key === 'random' ? [key] : [key, `-${key}`]));
  return ['', ...filters.map(filterParameter), ...keys.map((key) => `sort=${key}`)];
}

function targetOf({ path }: Route, query: string): string {
  return `${path.replace('{id}', '7')}?${query}`;
}

/** A value that some rows have. */
function filterParameter({ name, test, targets }: FilterModel): string {
  if (test === 'exists' || test === 'null') return parameter(name, 'false');
  return parameter(name, targets.every(({ field }) => field?.kind === 'integer') ? '7' : 'er 1');
}
