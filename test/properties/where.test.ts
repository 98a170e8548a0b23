// P15: a `where` finds the rows that meet it, in memory and in each database, and obeys the laws of two-valued logic.
// WHERE_TREES sets how many trees each test asks for.
import type { EdgeModel, EntityModel } from '@decorest/core';
import fc from 'fast-check';
import { contentOf } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { questionQuery } from './query-text.js';
import { knownWhereValues, whereFixture, wherePaths, whereRows } from './where-data.js';
import {
  and,
  countFilters,
  filterEdges,
  leaf,
  meets,
  mostFilters,
  not,
  or,
  quantified,
  targetOf,
  TreeMaker,
  whereQuery,
  type Tree,
} from './where-trees.js';

const runs = Number(process.env.WHERE_TREES ?? '150');
const lawRuns = Math.ceil(runs / 4);

jest.setTimeout(120_000 + runs * 60);

/** A law compares whole trees, which must stay within the limit of filters together. */
const small = (tree: Tree) => countFilters(tree) <= mostFilters / 4;

interface Asked {
  readonly entity: EntityModel;
  readonly trees: readonly Tree[];
}

onEachDatabase(whereFixture, (stage) => {
  let maker: TreeMaker | undefined;
  const makerOf = () => (maker ??= new TreeMaker(stage.client.model, knownWhereValues));
  const entities = () => stage.client.model.entities;

  /** Trees of one entity. */
  const trees = (count: number, objects = 3): fc.Arbitrary<Asked> =>
    fc.constantFrom(...entities()).chain((entity) =>
      fc.record({
        entity: named(entity),
        trees: fc.array(makerOf().treeOf(entity, objects).filter(small), {
          minLength: count,
          maxLength: count,
        }),
      }),
    );

  /** Both sides of a law find the same rows. */
  const law = (count: number, sides: (...some: Tree[]) => readonly [Tree, Tree]) =>
    holds(
      fc.asyncProperty(trees(count), async ({ entity, trees: some }) => {
        const [left, right] = sides(...some);
        expect(await ids(stage, entity, right)).toEqual(await ids(stage, entity, left));
      }),
      lawRuns,
    );

  test('finds the rows that meet it', async () => {
    const asked = fc
      .constantFrom(...entities())
      .chain((entity) => fc.tuple(named(entity), makerOf().treeOf(entity, 5)));
    await holds(
      fc.asyncProperty(asked, async ([entity, tree]) => {
        expect(await ids(stage, entity, tree)).toEqual(
          rowsOf(entity)
            .filter((row) => meets(row, tree, stage.name))
            .map(({ id }) => id),
        );
      }),
      runs,
    );
  });

  test('a condition and its negation part the rows', async () => {
    await holds(
      fc.asyncProperty(trees(1), async ({ entity, trees: [tree] }) => {
        const [these, others] = [await ids(stage, entity, tree!), await ids(stage, entity, not(tree!))];
        expect([...these, ...others].sort((a, b) => a - b)).toEqual(rowsOf(entity).map(({ id }) => id));
      }),
      lawRuns,
    );
  });

  test('not not', () => law(1, (x) => [x, not(not(x))]));
  test('De Morgan', () => law(2, (x, y) => [not(and(x, y)), or(not(x), not(y))]));
  test('De Morgan, the other way', () => law(2, (x, y) => [not(or(x, y)), and(not(x), not(y))]));
  test('absorption', () => law(2, (x, y) => [x, or(x, and(x, y))]));
  test('distribution', () => law(3, (x, y, z) => [and(x, or(y, z)), or(and(x, y), and(x, z))]));
  test('commutation', () => law(2, (x, y) => [and(x, y), and(y, x)]));
  test('a condition and itself, or alone in a list', () => law(1, (x) => [and(x, x), or(x)]));

  test('none is not some, all is none that does not', async () => {
    const asked = fc
      .constantFrom(...entities().flatMap((entity) => filterEdges(entity).map((edge) => ({ entity, edge }))))
      .chain(({ entity, edge }) => {
        const target = targetOf(stage.client.model, edge);
        const within = { ...target, where: { depth: (entity.where?.depth ?? 1) - 1 } };
        return fc.record({
          entity: named(entity),
          edge: named(edge),
          tree: makerOf().treeOf(within, 3).filter(small),
        });
      });
    await holds(
      fc.asyncProperty(asked, async ({ entity, edge, tree }) => {
        const found = (...[quantifier, of]: [Parameters<typeof quantified>[0], Tree]) =>
          ids(stage, entity, quantified(quantifier, edge, of));
        expect(await found('none', tree)).toEqual(
          await ids(stage, entity, not(quantified('some', edge, tree))),
        );
        expect(await found('all', tree)).toEqual(await found('none', not(tree)));
      }),
      lawRuns,
    );
  });

  test('one more conjunct never finds more', async () => {
    await holds(
      fc.asyncProperty(trees(2), async ({ entity, trees: [one, other] }) => {
        const both = await ids(stage, entity, and(one!, other!));
        expect(await ids(stage, entity, one!)).toEqual(expect.arrayContaining(both));
      }),
      lawRuns,
    );
  });

  test('an object of filters finds what its filters find, and an array what filter_op=or finds', async () => {
    const asked = trees(1, 1);
    await holds(
      fc.asyncProperty(asked, async ({ entity, trees: [tree] }) => {
        const { filters } = tree!;
        const flat = (junction: 'and' | 'or') =>
          find(stage, entity, questionQuery({ asked: filters, junction }));
        expect(await ids(stage, entity, tree!)).toEqual(await flat('and'));
        const alternatives = or(...filters.map((one) => leaf(one)));
        expect(await ids(stage, entity, alternatives)).toEqual(await flat('or'));
      }),
      lawRuns,
    );
  });

  test('filters beside it must hold, too, however they are joined', async () => {
    const asked = fc.constantFrom(...entities()).chain((entity) =>
      fc.record({
        entity: named(entity),
        tree: makerOf().treeOf(entity, 3).filter(small),
        flat: makerOf().treeOf(entity, 1),
        junction: fc.constantFrom<'and' | 'or'>('and', 'or'),
      }),
    );
    await holds(
      fc.asyncProperty(asked, async ({ entity, tree, flat, junction }) => {
        const query = questionQuery({ asked: flat.filters, junction });
        const [these, those] = [await ids(stage, entity, tree), await find(stage, entity, query)];
        expect(await find(stage, entity, `${query}&${whereQuery(tree)}`)).toEqual(
          these.filter((id) => those.includes(id)),
        );
      }),
      lawRuns,
    );
  });

  test('an edge list finds those of its parent that meet it', async () => {
    const asked = fc
      .constantFrom(
        ...entities().flatMap((entity) => collectionsOf(entity).map((edge) => ({ entity, edge }))),
      )
      .chain(({ entity, edge }) =>
        fc.record({
          parent: fc.constantFrom(...rowsOf(entity)),
          entity: named(entity),
          edge: named(edge),
          tree: makerOf().treeOf(targetOf(stage.client.model, edge), 4),
        }),
      );
    await holds(
      fc.asyncProperty(asked, async ({ parent, entity, edge, tree }) => {
        const path = `${wherePaths[entity.name]}/${parent.id}/${edge.path}`;
        const answer = await stage.client.get(`${path}?${whereQuery(tree)}&per_page=100&sort=id`);
        expect(contentOf(answer).map(({ id }) => id)).toEqual(
          (parent.edges[edge.name] ?? []).filter((row) => meets(row, tree, stage.name)).map(({ id }) => id),
        );
      }),
      lawRuns,
    );
  });
});

/** A counterexample shows its name. */
function named<T extends { readonly name: string }>(one: T): fc.Arbitrary<T> {
  return fc.constant({ ...one, [fc.toStringMethod]: () => one.name });
}

function collectionsOf({ edges }: EntityModel): readonly EdgeModel[] {
  return edges.filter(({ unique, requiredFilters }) => !unique && requiredFilters.length === 0);
}

function rowsOf({ name }: EntityModel) {
  return whereRows[name] ?? [];
}

async function ids(stage: DirectStage, entity: EntityModel, tree: Tree): Promise<number[]> {
  return find(stage, entity, whereQuery(tree));
}

/** The ids that a query finds, with the total checked. */
async function find({ client }: DirectStage, { name }: EntityModel, query: string): Promise<number[]> {
  const answer = await client.get(`${wherePaths[name]}?${query}&per_page=100`);
  const found = contentOf(answer).map(({ id }) => Number(id));
  expect({ status: answer.status, total: answer.headers['x-total-count'], query }).toEqual({
    status: 200,
    total: String(found.length),
    query,
  });
  return found;
}
