// Documentation pages fill in the example of an id in the path: that of the key, or those of all its parts.
import { createApi, Example } from '@decorest/core';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { documentOf } from '../../support/document-of.js';
import { compileSchemas } from '../../support/document-schemas.js';
import type { OpenApiDocument } from '../../support/declared-response.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { keysAt, valueAt } from '../../support/json-pointer.js';
import { ServerLog } from '../../support/server-log.js';
import { speaksMysql, type DatabaseName } from '../../support/test-database.js';

@Entity()
class Country {
  @PrimaryColumn({ type: 'varchar', length: 2 })
  @Example('SE')
  code!: string;
}

@Entity()
class Visit {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  @Example('Malmö, 100 %')
  place!: string;

  @PrimaryColumn({ type: 'int' })
  @Example(7)
  guestId!: number;
}

@Entity()
class Seat {
  @PrimaryColumn({ type: 'int' })
  @Example(3)
  row!: number;

  @PrimaryColumn({ type: 'int' })
  number!: number;
}

@Entity()
class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  text!: string;
}

test.each([
  ['a key of the author', 'Country', ['SE']],
  ['a generated key', 'Note', [1]],
  ['all parts of a key, joined', 'Visit', ['Malmö%2C 100 %25,7']],
  ['a part without an example', 'Seat', undefined],
])('the example of %s', async (_, name, examples) => {
  const { components = {} } = await documentOf({ entities: [Country, Visit, Seat, Note], options: {} });
  const { schema } = components.parameters?.[`${name}.id`] as { schema: { examples?: unknown[] } };
  expect(schema.examples).toEqual(examples);
});

/** The keys that each database can make, by the name of an entity. */
function declareGeneratedKeys(database: DatabaseName): Readonly<Record<string, PropertyDecorator>> {
  return {
    Counted: PrimaryGeneratedColumn(),
    CountedFar: PrimaryGeneratedColumn('increment', { type: database === 'sqlite' ? 'integer' : 'bigint' }),
    Random: PrimaryGeneratedColumn('uuid'),
    ...(database === 'postgres' && {
      Identified: PrimaryGeneratedColumn('identity'),
      IdentifiedFar: PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }),
    }),
    ...(speaksMysql(database) && {
      CountedUp: PrimaryGeneratedColumn('increment', { unsigned: true }),
      CountedFarUp: PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true }),
    }),
  };
}

function declareKeyed(name: string, key: PropertyDecorator) {
  class Keyed {
    id!: string | number;
    text!: string;
  }
  Object.defineProperty(Keyed, 'name', { value: name });
  key(Keyed.prototype, 'id');
  Reflect.decorate([Column({ type: 'varchar', length: 40 })], Keyed.prototype, 'text');
  Entity()(Keyed);
  return Keyed;
}

const generatedKeys: Fixture = {
  entities: (database) =>
    Object.entries(declareGeneratedKeys(database)).map(([name, key]) => declareKeyed(name, key)),
  options: {},
  fill: () => Promise.resolve(),
};

/** The schema and the first example of a parameter. */
function readIdParameter(document: OpenApiDocument, name: string) {
  const pointer = `#/components/parameters/${name}.id/schema`;
  const [example] = keysAt(`${pointer}/examples`, document).map((at) =>
    valueAt(`${pointer}/examples/${at}`, document),
  );
  return { pointer, example };
}

forEachDatabase(generatedKeys, (stage) => {
  test('the example of each generated key is of the kind that the database makes', async () => {
    const document = (await stage.client.get('/openapi.json')).json as OpenApiDocument;
    const schemas = compileSchemas(document);
    for (const { name, path } of createApi(stage.dataSource, { logger: new ServerLog() }).model.entities) {
      const { pointer, example } = readIdParameter(document, name);
      const { status, json } = await stage.client.post(`/${path}`, { text: 'a' });
      const { id } = json as { id: unknown };
      const isRead = (await stage.client.get(`/${path}/${String(example)}`)).status !== 400;
      expect({ name, status, isRead, type: typeof example, fits: schemas(pointer)(example) }).toEqual({
        name,
        status: 201,
        isRead: true,
        type: typeof id,
        fits: true,
      });
    }
  });
});
