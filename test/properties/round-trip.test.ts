// P9: what is written is what is read, for every kind of field; and what is not written does not change.
import fc from 'fast-check';
import { entityOf, type EntityJson } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { compare } from './comparison.js';
import { exhibitFixture } from './exhibit-data.js';
import { fieldsOf, textOf, traits, wireValues, type Wire } from './wire-values.js';

type Body = Record<string, Wire>;

const values = { ...wireValues, string: textOf(40) };
const required = Object.fromEntries(traits.map((trait) => [fieldsOf(trait)[0], values[trait]]));
const nullable = Object.fromEntries(
  traits.map((trait) => [fieldsOf(trait)[1], fc.option<Wire>(values[trait])]),
);

const creation = fc.record<Body>({ ...required, ...nullable }, { requiredKeys: Object.keys(required) });
const change = fc.record<Body>({ ...required, ...nullable }, { requiredKeys: [] });

onEachDatabase(exhibitFixture, (stage) => {
  test('create, then read', async () => {
    await holds(
      fc.asyncProperty(creation, async (body) => {
        const id = await created(stage, body);
        await readsAs(stage, id, { ...nothing(), ...body });
      }),
      100,
    );
  });

  test('create, update, then read: the row has the new values and, byte for byte, the others it had', async () => {
    await holds(
      fc.asyncProperty(creation, change, async (body, changes) => {
        const id = await created(stage, body);
        const before = await rowOf(stage, id);
        expect((await stage.client.patch(`/exhibits/${id}`, changes)).status).toBe(200);
        await readsAs(stage, id, { ...nothing(), ...body, ...changes });
        expect(without(await rowOf(stage, id), changes)).toEqual(without(before, changes));
      }),
      100,
    );
  });
});

function nothing(): Body {
  return Object.fromEntries(Object.keys(nullable).map((name) => [name, null]));
}

async function created({ client }: DirectStage, body: Body): Promise<number> {
  const answer = await client.post('/exhibits', body);
  if (answer.status !== 201) throw new Error(answer.text);
  expect((await client.get(answer.headers.location ?? '')).json).toEqual(answer.json);
  return Number(entityOf(answer).id);
}

async function readsAs({ client }: DirectStage, id: number, expected: Body): Promise<void> {
  const entity = entityOf(await client.get(`/exhibits/${id}`));
  expect(spelledAlike(entity, expected)).toEqual({ id, ...expected, edges: {} });
}

/** A decimal may come with more or fewer zeros at its end. */
function spelledAlike(entity: EntityJson, expected: Body): EntityJson {
  const decimals = fieldsOf('decimal').filter((name) => {
    const [got, wanted] = [entity[name], expected[name]];
    return typeof got === 'string' && typeof wanted === 'string' && compare('decimal', got, wanted) === 0;
  });
  return { ...entity, ...Object.fromEntries(decimals.map((name) => [name, expected[name]])) };
}

async function rowOf({ database }: DirectStage, id: number): Promise<Record<string, unknown>> {
  const [row] = await database.dataSource.query<Record<string, unknown>[]>(
    `SELECT * FROM "exhibit" WHERE "id" = ${id}`,
  );
  if (!row) throw new Error(`There is no exhibit ${id}.`);
  return row;
}

function without(row: Record<string, unknown>, changes: Body): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !Object.hasOwn(changes, column)));
}
