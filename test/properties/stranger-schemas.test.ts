// Schemas that other people could have written: the API is built, or refused with a remedy that helps.
import type { ApiOptions } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import fc from 'fast-check';
import { getMetadataArgsStorage, type DataSource, type DataSourceOptions } from 'typeorm';
import { DirectClient } from '../support/direct-client.js';
import { readLintedDocument } from '../support/document-lint/linted-document.js';
import { holds, samples } from '../support/property.js';
import {
  databaseNames,
  openDatabase,
  type DatabaseName,
  type TestDatabase,
} from '../support/test-database.js';
import { buildOrEdit, SchemaEdits } from './schema-remedies.js';
import { declareStrangers } from './stranger-entities.js';
import { joinSchemas, strangerSchema, type StrangerSchema } from './stranger-schema.js';

/** What the guide says for a large schema. */
const firstTry = { defaultSchema: 'any', leaveOut: 'unservable' } as const;

/** How often an author edits a schema before giving up. */
const maxAttempts = 5;

interface Built {
  readonly dataSource: DataSource;
  /** What its author edited. */
  readonly reasons: readonly string[];
}

describe.each(databaseNames)('%s', (name) => {
  const server = openServer(name);

  /** Builds the API of a schema, and does what the errors say until it is built. */
  async function build(schema: StrangerSchema, options: ApiOptions): Promise<Built> {
    const edits = new SchemaEdits();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const declared = declareStrangers(schema, name, edits);
      edits.annotate(declared);
      const dataSource = await server.declare([...declared.entities]);
      const api = buildOrEdit(dataSource, { declared, edits }, options);
      if (!api) continue;
      openApiDocument(api);
      return { dataSource, reasons: edits.reasons };
    }
    throw new Error(`The remedies do not help:\n${edits.reasons.join('\n')}`);
  }

  test('an API is built, or refused with remedies that help', async () => {
    const met = { atOnce: 0, edited: 0 };
    await holds(
      fc.asyncProperty(strangerSchema, async (schema) => {
        const { reasons } = await build(schema, {});
        met[reasons.length === 0 ? 'atOnce' : 'edited'] += 1;
      }),
      200,
    );
    expect(met.atOnce).toBeGreaterThan(10);
    expect(met.edited).toBeGreaterThan(10);
  });

  test('what is served takes its own examples, and lists what TypeORM finds', async () => {
    const met = { created: 0, refused: 0 };
    await holds(
      fc.asyncProperty(strangerSchema, async (schema) => {
        const { dataSource } = await build(schema, firstTry);
        await dataSource.synchronize(true);
        const client = DirectClient.of(dataSource, { ...firstTry, where: true, advice: 'off' });
        for (const { place, examples } of readLintedDocument(client.document).operations) {
          const [method = '', path = ''] = place.split(' ');
          if (method !== 'POST' || path.includes('{')) continue;
          for (const example of examples) {
            const { status } = await client.post(path, example);
            met[status === 201 ? 'created' : 'refused'] += 1;
          }
        }
        for (const { name: entity, path, target } of client.model.entities) {
          const { status, json } = await client.get(`/${path}`);
          const total = await dataSource.getRepository<object>(target ?? entity).count();
          expect([path, status, json]).toMatchObject([path, 200, { total_count: total }]);
        }
      }),
      20,
    );
    expect(met.created).toBeGreaterThan(met.refused);
  });

  test('a model of 165 entities starts with at most four edits', async () => {
    const schema = joinSchemas(samples(strangerSchema, 165), 165);
    const { reasons } = await build(schema, firstTry);
    expect([reasons.length <= 4, reasons]).toEqual([true, reasons]);
  });
});

interface Rebuildable {
  buildMetadatas(): Promise<void>;
}

type Entities = NonNullable<DataSourceOptions['entities']>;

/** A connection for data sources of one set of entities after another. */
function openServer(name: DatabaseName) {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await openDatabase(name, []);
  });
  afterAll(() => database?.close());
  return {
    /** The data source, with these entities in place of those before. */
    async declare(entities: Entities): Promise<DataSource> {
      if (!database) throw new Error('The server is open only while tests run.');
      const { dataSource } = database;
      // Without an extension that only `initialize()` installs.
      dataSource.setOptions({ entities, uuidExtension: 'pgcrypto' });
      // As `initialize()` does; connecting again for each schema would take most of the time.
      await (dataSource as unknown as Rebuildable).buildMetadatas();
      forgetEntities();
      return dataSource;
    },
  };
}

const storage = getMetadataArgsStorage();
const known = Object.entries(storage).flatMap(([, list]) =>
  Array.isArray(list) ? [[list as unknown[], list.length] as const] : [],
);

/** TypeORM keeps the declarations of all schemas, and looks through them for each entity. */
function forgetEntities(): void {
  for (const [list, length] of known) list.length = length;
}
