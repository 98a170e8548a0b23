// P15: what a `where` accepts is what the document publishes; hidden rows do not exist in it, at any depth; a required filter
// holds for every row; and no text makes a statement or takes more than linear time.
import { openApiDocument } from '@decorest/openapi';
import { policyFor, type EntityModel, type PolicyRequest } from '@decorest/core';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { createSchemaValidator } from '../../packages/core/src/model/schema-validator.js';
import { contentOf } from '../support/collection.js';
import { directStage, onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import type { DirectClient } from '../support/direct-client.js';
import { holds } from '../support/property.js';
import { statementsOf } from './sql-recorder.js';
import { connectRows, knownWhereValues, whereFixture, wherePaths, whereRows } from './where-data.js';
import { Club, Owner, Pet, Visit } from './where-entities.js';
import { askedFilter } from './filter-values.js';
import {
  and,
  countFilters,
  leaf,
  meets,
  not,
  or,
  TreeMaker,
  whereQuery,
  whereValue,
  type Tree,
} from './where-trees.js';

const runs = Number(process.env.WHERE_TREES ?? '150');

jest.setTimeout(120_000 + runs * 60);

interface Shown {
  readonly ids: Readonly<Record<string, readonly number[]>>;
}

/** Each entity has the rows whose ids the state names. */
const policies = [
  policyFor(Owner, ({ state }: PolicyRequest<Shown>) => ({ id: state.ids.Owner ?? [] })),
  policyFor(Pet, ({ state }: PolicyRequest<Shown>) => ({ id: state.ids.Pet ?? [] })),
  policyFor(Visit, ({ state }: PolicyRequest<Shown>) => ({ id: state.ids.Visit ?? [] })),
  policyFor(Club, ({ state }: PolicyRequest<Shown>) => ({ id: state.ids.Club ?? [] })),
];

onEachDatabase({ ...whereFixture, options: { ...whereFixture.options, policies } }, (stage) => {
  test('rows that a policy hides are not there, at any depth', async () => {
    const maker = new TreeMaker(stage.client.model, knownWhereValues);
    const shown = fc.record(
      Object.fromEntries(
        Object.entries(whereRows).map(([name, rows]) => [name, fc.subarray(rows.map(({ id }) => id))]),
      ),
    );
    const asked = fc
      .constantFrom(...stage.client.model.entities)
      .chain((entity) =>
        fc.record({ name: fc.constant(entity.name), tree: maker.treeOf(entity, 5), ids: shown }),
      );
    await holds(
      fc.asyncProperty(asked, async ({ name, tree, ids }) => {
        const rows = connectRows((entity, id) => ids[entity]?.includes(id) ?? false)[name] ?? [];
        const answer = await stage.client
          .as({ ids })
          .get(`${wherePaths[name]}?${whereQuery(tree)}&per_page=100`);
        expect(contentOf(answer).map(({ id }) => id)).toEqual(
          rows.filter((row) => meets(row, tree, stage.name)).map(({ id }) => id),
        );
      }),
      runs,
    );
  });
});

describe('sqlite', () => {
  const stage = directStage('sqlite', whereFixture);

  test('the published schema and the API agree on every value', async () => {
    const validators = publishedSchemas(stage);
    await holds(
      fc.asyncProperty(mutatedTrees(stage), async ({ name, value }) => {
        const target = `${wherePaths[name]}?where=${encodeURIComponent(JSON.stringify(value))}`;
        const { status } = await stage.client.get(target);
        expect({ target, status }).toEqual({ target, status: validators.get(name)?.(value) ? 200 : 400 });
      }),
      runs * 4,
    );
  });

  test('every fault points to what is in the value, or to a key that is', async () => {
    await holds(
      fc.asyncProperty(mutatedTrees(stage), async ({ name, value }) => {
        const { json } = await stage.client.get(
          `${wherePaths[name]}?where=${encodeURIComponent(JSON.stringify(value))}`,
        );
        const { errors = [] } = json as { errors?: readonly { parameter: string; pointer: string }[] };
        for (const { parameter, pointer } of errors)
          expect({ parameter, pointer, found: at(value, pointer) !== undefined }).toEqual({
            parameter: 'where',
            pointer,
            found: true,
          });
      }),
      runs,
    );
  });

  test('no text fails, and one that is refused makes no statement', async () => {
    const alphabet = fc.constantFrom(
      ...Array.from('{}[]",:\\ \u0000\ud800eabc01.-nulltrue'),
      '"and"',
      '"not"',
      '"some.pets"',
      '"age.gt"',
    );
    const texts = fc.oneof(
      fc.array(alphabet, { maxLength: 60 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.json({ maxDepth: 6 }),
    );
    await holds(
      fc.asyncProperty(texts, async (text) => {
        const encoded = encodeURIComponent(text.toWellFormed());
        let status = 0;
        const made = await statementsOf(stage.database, async () => {
          ({ status } = await stage.client.get(`/owners?where=${encoded}`));
        });
        if (status !== 200) expect({ status, made: [...made] }).toEqual({ status: 400, made: [] });
      }),
      runs * 4,
    );
  });

  test.each([
    ['brackets', '['.repeat(4096)],
    ['objects', '{"not":'.repeat(585)],
    ['keys twice', `{${'"a":1,'.repeat(680)}"a":1}`],
    ['unknown keys', `{${Array.from({ length: 450 }, (_, nth) => `"k${nth}":1`).join()}}`],
    ['filters', `{"or":[${'{"age.gt":1},'.repeat(300)}{"age.gt":1}]}`],
    ['escapes', `{"name.eq":"${'\\u0061'.repeat(600)}"}`],
  ])('many %s are refused', async (_, text) => {
    expect(text.length).toBeLessThanOrEqual(4096);
    const answer = await stage.client.get(`/owners?where=${encodeURIComponent(text)}`);
    expect(answer.status === 400 || answer.status === 200).toBe(true);
  });

  test('where a filter is required, only conditions that imply one are admitted', async () => {
    const { model } = stage.client;
    const maker = new TreeMaker(model, knownWhereValues);
    const { edges } = entityOf(stage.client, 'Club');
    const required = edges.find(({ name }) => name === 'members')?.requiredFilters ?? [];
    const asked = fc.record({
      club: fc.constantFrom(...(whereRows.Club ?? [])),
      tree: withRequired(maker, entityOf(stage.client, 'Owner'), required),
    });
    const admitted = new Set<boolean>();
    await holds(
      fc.asyncProperty(asked, async ({ club, tree }) => {
        const { status, json } = await stage.client.get(`/clubs/${club.id}/members?${whereQuery(tree)}`);
        admitted.add(status === 200);
        if (status === 400) {
          expect(json).toMatchObject({ errors: [{ parameter: 'age.gte', code: 'required' }] });
          return;
        }
        const leaves = findLeaves(tree, required);
        for (const row of whereRows.Owner ?? [])
          if (meets(row, tree, stage.name))
            expect(leaves.some((one) => meets(row, one, stage.name))).toBe(true);
      }),
      Math.max(runs, 1_000),
    );
    expect(admitted.size).toBe(2);
  });

  test('names of hidden columns are refused as names that are not there', async () => {
    const textOf = async (name: string) => {
      const { text } = await stage.client.get(
        `/owners?where=${encodeURIComponent(JSON.stringify({ [name]: 'x' }))}`,
      );
      return text.replaceAll(name, 'NAME');
    };
    const missing = await textOf('nosuch.eq');
    for (const hidden of ['secret.eq', 'unread.eq', 'pets.deletedAt.eq', 'deletedAt.null'])
      expect(await textOf(hidden)).toBe(missing);
  });
});

/** Values that are nearly a `where`: parts of trees, replaced by others. */
function mutatedTrees(stage: DirectStage): fc.Arbitrary<{ name: string; value: unknown }> {
  return fc.nat().chain((choice) => {
    const { entities } = stage.client.model;
    const entity = entities[choice % entities.length]!;
    const maker = new TreeMaker(stage.client.model, knownWhereValues);
    const part = fc.oneof(
      fc.constantFrom<unknown>(null, true, 0, 1.5, 'x', '', [], {}, [[]], [{}], { 'age.gt': 1 }, -0),
      fc.constantFrom<unknown>('AMBER', '1', '2020-01-01T00:00:00.000Z', 2147483648, ['a'], [1]),
    );
    const key = fc.constantFrom(
      'and',
      'or',
      'not',
      'some.pets',
      'all.owner',
      'none.visits',
      'age.gt',
      'has.owner',
      'owner.null',
      'nosuch.eq',
      '__proto__',
      'name.in',
      'owner.name.eq',
    );
    return fc
      .record({
        tree: maker.treeOf(entity, 4),
        changes: fc.array(fc.record({ at: fc.nat(), key: fc.option(key), part }), { maxLength: 2 }),
      })
      .map(({ tree, changes }) => ({
        name: entity.name,
        value: changes.reduce<unknown>(changeValue, whereValue(tree)),
      }));
  });
}

/** Replaces one member of the value, or adds one. */
function changeValue(
  value: unknown,
  { at: chosen, key, part }: { at: number; key: string | null; part: unknown },
): unknown {
  const copy: unknown = structuredClone(value);
  const places: { holder: Record<string, unknown>; member: string }[] = [];
  const visit = (holder: unknown) => {
    if (typeof holder !== 'object' || holder === null) return;
    if (key !== null && !Array.isArray(holder))
      places.push({ holder: holder as Record<string, unknown>, member: key });
    for (const [member, inner] of Object.entries(holder)) {
      if (key === null) places.push({ holder: holder as Record<string, unknown>, member });
      visit(inner);
    }
  };
  visit(copy);
  const place = places[chosen % Math.max(places.length, 1)];
  if (place)
    Object.defineProperty(place.holder, place.member, {
      value: part,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return copy;
}

/** The value at a pointer; undefined where there is none. */
function at(value: unknown, pointer: string): unknown {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
        ? (inner as Record<string, unknown>)[part]
        : undefined,
    value,
  );
}

/** A check of each entity's `where` by the schema in the document. */
function publishedSchemas(stage: DirectStage): ReadonlyMap<string, ValidateFunction> {
  const ajv = createSchemaValidator('first');
  const document = openApiDocument(stage.client.api);
  ajv.addSchema({ $id: 'document', components: document.components });
  return new Map(
    stage.client.model.entities.map(({ name }) => [
      name,
      ajv.compile({ $ref: `document#/components/schemas/${name}Where` }),
    ]),
  );
}

function entityOf({ model }: DirectClient, wanted: string): EntityModel {
  const found = model.entities.find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no ${wanted}.`);
  return found;
}

/** Trees with a required filter somewhere in them, or without one. */
function withRequired(maker: TreeMaker, owner: EntityModel, required: readonly string[]): fc.Arbitrary<Tree> {
  const small = (objects: number) => maker.treeOf(owner, objects).filter((tree) => countFilters(tree) <= 8);
  const named = owner.filters.filter(({ name }) => required.includes(name));
  const one = fc
    .constantFrom(...named)
    .chain((filter) => askedFilter(filter, knownWhereValues))
    .map((asked) => leaf(asked));
  const placed = fc
    .tuple(one, small(2), small(2), fc.constantFrom('and', 'or', 'not', 'not not', 'or in and'))
    .map(([needed, a, b, place]) => {
      if (place === 'and') return and(a, and(b, needed));
      if (place === 'or') return or(a, needed);
      if (place === 'not') return and(a, not(needed));
      if (place === 'not not') return not(not(and(needed, b)));
      return and(or(needed), not(or(a, b)));
    });
  return fc.oneof(placed, small(4));
}

/** All filters of these names, wherever they are. */
function findLeaves(tree: Tree, names: readonly string[]): readonly Tree[] {
  const { filters, and: all = [], or: any = [], not: other, related } = tree;
  const parts = [...all, ...any, ...(other ? [other] : []), ...related.map(({ of }) => of)];
  return [
    ...filters.filter(({ filter }) => names.includes(filter.name)).map((one) => leaf(one)),
    ...parts.flatMap((part) => findLeaves(part, names)),
  ];
}
