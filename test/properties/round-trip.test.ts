// P9: what is written is what is read, for every kind of field; and what is not written does not change.
import fc from 'fast-check';
import { contentOf, entityOf, type EntityJson } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { compare } from './comparison.js';
import { exhibitFixture, souvenirTraits } from './exhibit-data.js';
import { fieldsOf, textOf, traits, wireValues, type Trait, type Wire } from './wire-values.js';

type Body = Record<string, Wire>;

/** An entity, and the bodies it takes. */
interface Subject {
  readonly table: string;
  readonly required: Record<string, fc.Arbitrary<Wire>>;
  readonly nullable: Record<string, fc.Arbitrary<Wire>>;
}

const values = { ...wireValues, string: textOf(40) };

function subject(table: string, some: readonly Trait[]): Subject {
  const required = some.map((trait) => [fieldsOf(trait)[0], values[trait]] as const);
  const nullable = some.map((trait) => [fieldsOf(trait)[1], fc.option<Wire>(values[trait])] as const);
  return { table, required: Object.fromEntries(required), nullable: Object.fromEntries(nullable) };
}

/** Read as rows, and where the database can print, as text. */
const subjects = [subject('exhibit', traits), subject('souvenir', souvenirTraits)];

onEachDatabase(exhibitFixture, (stage) => {
  describe.each(subjects)('$table', ({ table, required, nullable }) => {
    const creation = fc.record<Body>({ ...required, ...nullable }, { requiredKeys: Object.keys(required) });
    const change = fc.record<Body>({ ...required, ...nullable }, { requiredKeys: [] });
    const nothing = Object.fromEntries(Object.keys(nullable).map((name) => [name, null]));

    test('create, then read and list', async () => {
      await holds(
        fc.asyncProperty(creation, async (body) => {
          const id = await created(stage, table, body);
          await readsAs(stage, table, id, { ...nothing, ...body });
        }),
        100,
      );
    });

    test('create, update, then read: other columns stay as they are, byte for byte', async () => {
      await holds(
        fc.asyncProperty(creation, change, async (body, changes) => {
          const id = await created(stage, table, body);
          const before = await rowOf(stage, table, id);
          expect((await stage.client.patch(`/${table}s/${id}`, changes)).status).toBe(200);
          await readsAs(stage, table, id, { ...nothing, ...body, ...changes });
          expect(without(await rowOf(stage, table, id), changes)).toEqual(without(before, changes));
        }),
        100,
      );
    });
  });
});

async function created({ client }: DirectStage, table: string, body: Body): Promise<number> {
  const answer = await client.post(`/${table}s`, body);
  if (answer.status !== 201) throw new Error(answer.text);
  expect((await client.get(answer.headers.location ?? '')).json).toEqual(answer.json);
  return Number(entityOf(answer).id);
}

async function readsAs({ client }: DirectStage, table: string, id: number, expected: Body): Promise<void> {
  const entity = entityOf(await client.get(`/${table}s/${id}`));
  expect(spelledAlike(entity, expected)).toEqual({ id, ...expected, edges: {} });
  expect(contentOf(await client.get(`/${table}s?id.eq=${id}`))).toEqual([entity]);
}

/** A decimal may come with more or fewer zeros at its end. */
function spelledAlike(entity: EntityJson, expected: Body): EntityJson {
  const decimals = fieldsOf('decimal').filter((name) => {
    const [got, wanted] = [entity[name], expected[name]];
    return typeof got === 'string' && typeof wanted === 'string' && compare('decimal', got, wanted) === 0;
  });
  return { ...entity, ...Object.fromEntries(decimals.map((name) => [name, expected[name]])) };
}

async function rowOf({ database }: DirectStage, table: string, id: number): Promise<Record<string, unknown>> {
  const [row] = await database.dataSource.query<Record<string, unknown>[]>(
    `SELECT * FROM ${table} WHERE id = ${id}`,
  );
  if (!row) throw new Error(`There is no ${table} ${id}.`);
  return row;
}

function without(row: Record<string, unknown>, changes: Body): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !Object.hasOwn(changes, column)));
}
