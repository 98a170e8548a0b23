// The statements of non-unique edges: of those that are shown unasked, and of those that a view names.
import type { EdgeView } from '../plan/view.js';
import { compiledClinic, type Compiled, type DialectName } from '../../../../test/support/compiled-sql.js';
import { compileChildProgram } from './child-sql.js';

async function textOf(name: DialectName, path: readonly [string, string], more: Partial<EdgeView> = {}) {
  const clinic = await compiledClinic(name);
  return compileChildProgram(clinic.context, readOf(clinic, path, more)).statement.fitLists([[1], 3]).text;
}

function readOf(clinic: Compiled, [entity, name]: readonly [string, string], more: Partial<EdgeView>) {
  const parent = clinic.entity(entity);
  const edge = parent.edges.find((each) => each.name === name);
  if (!edge) throw new Error(`${entity} has no ${name}.`);
  const shown: EdgeView = {
    edge,
    ordinal: 0,
    shownAs: 'default',
    rows: { sort: null, limit: { by: 'constant', rows: 5 }, where: null },
    view: { fields: { names: new Set(['id', 'name']), key: '' }, edges: [] },
    ...more,
  };
  return { parent, keyAt: [0], shown };
}

const asked: Partial<EdgeView> = {
  shownAs: 'named',
  rows: { sort: null, limit: { by: 'slot', slot: 4 }, where: null },
};

test('an edge that is shown unasked is ranked, with its limit as a constant', async () => {
  expect(await textOf('postgres', ['Keeper', 'pets'])).toBe(
    'SELECT c0, c1, parent FROM (SELECT c."id" AS c0, c."name" AS c1, c."keeperId" AS parent, ROW_NUMBER() OVER (PARTITION BY c."keeperId" ORDER BY c."id" ASC) AS place FROM "pet" c WHERE c."keeperId" = ANY($1)) ranked WHERE place <= 6 ORDER BY place',
  );
});

test('the limit of a named edge is applied parent by parent, where PostgreSQL has an index', async () => {
  expect(await textOf('postgres', ['Keeper', 'pets'], asked)).toBe(
    'SELECT r.c0, r.c1, r.parent FROM "keeper" p CROSS JOIN LATERAL (SELECT c."id" AS c0, c."name" AS c1, c."keeperId" AS parent, c."id" AS o0 FROM "pet" c WHERE c."keeperId" = p."id" ORDER BY o0 ASC LIMIT $1) r WHERE p."id" = ANY($2) ORDER BY r.o0 ASC',
  );
  expect(await textOf('postgres', ['Pet', 'visits'], asked)).toContain('ROW_NUMBER()');
});

test('SQLite finds the keys of each parent up to the limit', async () => {
  expect(await textOf('sqlite', ['Keeper', 'pets'], asked)).toBe(
    'SELECT c."id" AS c0, c."name" AS c1, p."id" AS parent FROM "keeper" p CROSS JOIN "pet" c WHERE c."id" IN (SELECT i."id" FROM "pet" i WHERE i."keeperId" = p."id" ORDER BY i."id" ASC LIMIT ?) AND p."id" IN (SELECT value FROM json_each(?)) ORDER BY c."id" ASC',
  );
});

test('a database without both ranks, with the limit in a slot', async () => {
  expect(await textOf('mysql', ['Keeper', 'pets'], asked)).toContain(
    'ranked WHERE place <= ? ORDER BY place',
  );
  expect(await textOf('sqlite', ['Pet', 'visits'], asked)).toContain('ROW_NUMBER()');
});

test('unique edges below are joined, only to rows that are visible', async () => {
  const clinic = await compiledClinic('postgres');
  const keeper = clinic.entity('Pet').edges.find(({ name }) => name === 'keeper');
  if (!keeper) throw new Error('A pet has a keeper.');
  const below: EdgeView = {
    edge: keeper,
    ordinal: 0,
    shownAs: 'named',
    rows: null,
    view: { fields: { names: new Set(['id']), key: '' }, edges: [] },
  };
  const view = { fields: { names: new Set(['id']), key: '' }, edges: [below] };
  expect(await textOf('postgres', ['Keeper', 'pets'], { view })).toContain(
    'FROM "pet" c LEFT JOIN "keeper" e0 ON e0."id" = c."keeperId" AND e0."deletedAt" IS NULL WHERE',
  );
});
