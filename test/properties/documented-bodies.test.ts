// P11: every body that the document's request schemas allow is accepted, and every body one step away is refused.
import type { ApiModel, JsonSchema } from '@decorest/core';
import fc from 'fast-check';
import { contentOf, entityOf } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { festival } from '../support/fixtures/festival.js';
import { library } from '../support/fixtures/library.js';
import { newsroom } from '../support/fixtures/newsroom.js';
import { petstore } from '../support/fixtures/petstore.js';
import { readings } from '../support/fixtures/reading.js';
import type { Fixture } from '../support/for-each-database.js';
import { holds, samples } from '../support/property.js';
import { exhibitFixture } from './exhibit-data.js';
import { mutations } from './schema-mutations.js';
import { typesOf, validObject, type Json } from './schema-values.js';

type Body = Record<string, Json>;
type Entity = ApiModel['entities'][number];

const fixtures: Readonly<Record<string, Fixture>> = {
  exhibits: exhibitFixture,
  petstore,
  library,
  readings,
  newsroom,
  festival,
};

describe.each(Object.entries(fixtures))('%s', (_, fixture) => {
  onEachDatabase(fixture, (stage) => {
    test.each(['create', 'update'] as const)('%s takes what its schema allows', async (operation) => {
      for (const entity of entitiesWith(stage, operation))
        await holds(
          fc.asyncProperty(await requestBody(stage, entity, operation), async (body) => {
            const { status, text } = await send(stage, entity, operation, body);
            if (status >= 400 && status !== 404 && status !== 409) throw new Error(`${entity.name}: ${text}`);
          }),
          40,
        );
    });

    test.each(['create', 'update'] as const)('%s refuses what is one step away', async (operation) => {
      for (const entity of entitiesWith(stage, operation))
        await holds(
          fc.asyncProperty(await requestBody(stage, entity, operation), async (body) => {
            for (const mutation of mutationsOf(schemaOf(stage, entity, operation), body)) {
              const { status } = await send(stage, entity, operation, mutation.body);
              const text = JSON.stringify(mutation.body);
              if (status !== 400) throw new Error(`${entity.name}, ${mutation.name}: ${status} for ${text}`);
            }
          }),
          2,
        );
    });
  });
});

/** What `@IsUrl` takes no schema can say: not every URL that it takes is a URI, nor the other way round. */
const chosen: Readonly<Body> = { website: 'https://example.com/festival?year=2027' };

type Id = string | number;
type Operation = 'create' | 'update';

/** What an update of a row of several classes takes, its class says: inheritance.test.ts compares the two. */
function entitiesWith({ client }: DirectStage, operation: Operation): Entity[] {
  return client.api.model.entities.filter(
    ({ operations, variants }) => operations.includes(operation) && !(operation === 'update' && variants),
  );
}

async function send(stage: DirectStage, entity: Entity, operation: Operation, body: Json) {
  if (operation === 'create') return stage.client.post(`/${entity.path}`, body);
  return stage.client.patch(`/${entity.path}/${await someId(stage, entity)}`, body);
}

/** The id of the first there is; where there is none, one is made. */
async function someId(stage: DirectStage, entity: Entity): Promise<string> {
  const [first] = await idsOf(stage, entity.name);
  if (first !== undefined) return String(first);
  const [body] = samples(await requestBody(stage, entity, 'create'), 1);
  return String(idIn(entity, entityOf(await send(stage, entity, 'create', body ?? {}))));
}

/** The schema that the document publishes, references followed. */
function schemaOf({ client }: DirectStage, entity: Entity, operation: Operation): JsonSchema {
  const schemas: Readonly<Record<string, unknown>> = client.document.components?.schemas ?? {};
  return resolved(schemas[`${entity.name}${operation === 'create' ? 'Create' : 'Update'}`], schemas);
}

function resolved(schema: unknown, schemas: Readonly<Record<string, unknown>>): JsonSchema {
  const text = JSON.stringify(schema, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
    const target = schemas[String(value.$ref).replace('#/components/schemas/', '')];
    return { ...value, $ref: undefined, ...resolved(target, schemas) };
  });
  return JSON.parse(text, (_, value: unknown) => withNullAmongTypes(value)) as JsonSchema;
}

/** `oneOf: [schema, { type: 'null' }]` as one schema, so that its values and mutations are those of its keywords. */
function withNullAmongTypes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('oneOf' in value)) return value;
  const { oneOf, ...rest } = value as JsonSchema;
  const [schema, last, ...others] = oneOf as readonly JsonSchema[];
  if (schema?.type === undefined || last?.type !== 'null' || others.length > 0) return value;
  const values = Array.isArray(schema.enum) ? { enum: [...(schema.enum as unknown[]), null] } : {};
  return { ...rest, ...schema, type: [...typesOf(schema), 'null'], ...values };
}

/** Bodies by the schema alone; only ids are chosen among those that exist, as no schema can say which do. */
async function requestBody(
  stage: DirectStage,
  entity: Entity,
  operation: Operation,
): Promise<fc.Arbitrary<Body>> {
  const schema = schemaOf(stage, entity, operation);
  const classes = entity.variants?.classes.map((variant) => variant.entity) ?? [entity];
  const edgesByName = new Map(classes.flatMap((each) => each.edges.map((edge) => [edge.name, edge])));
  const edges = await Promise.all(
    [...edgesByName.values()].map(async (edge) => ({ ...edge, ids: await idsOf(stage, edge.target) })),
  );
  const bodies = alternativesOf(schema).map((each) => validObject(each));
  return fc.oneof(...bodies).chain((body) => {
    for (const [key, value] of Object.entries(chosen)) if (Object.hasOwn(body, key)) body[key] = value;
    const given = edges.flatMap(({ name, unique, nullable, ids }) => {
      const keys = Object.keys(body).filter((key) => [name, `add_${name}`, `remove_${name}`].includes(key));
      // Of `pets`, `add_pets` and `remove_pets` one alone: together they can contradict each other.
      return keys.map((key, at) => {
        const some = unique
          ? oneOf(ids, nullable)
          : fc.shuffledSubarray(ids, { maxLength: Math.min(ids.length, 3) });
        return [key, at === 0 ? some : fc.constant(undefined)] as const;
      });
    });
    return fc
      .record<Record<string, Json | undefined>>(Object.fromEntries(given))
      .map((ids) => JSON.parse(JSON.stringify({ ...body, ...ids })) as Body);
  });
}

/** The objects that a schema allows: one, or one for each class. */
function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  const alternatives = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  return alternatives ? alternatives.flatMap(alternativesOf) : [schema];
}

/** Of a body of several classes, those that are wrong for each of them. */
function mutationsOf(schema: JsonSchema, body: Body) {
  const [first = schema, ...others] = alternativesOf(schema);
  return others.length === 0
    ? mutations(first, body)
    : mutations({ type: 'object', additionalProperties: false }, body);
}

function oneOf(ids: readonly Id[], nullable: boolean): fc.Arbitrary<Json> {
  return fc.constantFrom(...ids, ...(nullable ? [null] : []));
}

/** Some ids that exist; no test deletes any. */
async function idsOf({ client }: DirectStage, name: string): Promise<Id[]> {
  const entity = client.api.model.entities.find((one) => one.name === name);
  const answer = await client.get(`/${entity?.path ?? ''}?sort=id`);
  return contentOf(answer).map((row) => (entity ? idIn(entity, row) : ''));
}

function idIn({ key }: Entity, row: Readonly<Record<string, unknown>>): Id {
  const parts = key.map(({ name }) => row[name] as Id);
  return parts.length === 1 ? (parts[0] ?? '') : parts.join(',');
}
