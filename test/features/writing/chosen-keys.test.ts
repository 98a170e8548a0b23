// Keys that the database chooses. One that is taken is a fault of the server: no client can mend it.
import { Bulk, EdgeCreate, NestedCreate, SchemaError } from '@decorest/core';
import {
  Column,
  DataSource,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { expectProblem } from '../../support/problem.js';
import { databaseNames, openDatabase, speaksMysql, type TestDatabase } from '../../support/test-database.js';

@Entity()
class Farm {
  @PrimaryGeneratedColumn() id!: number;
  @OneToMany(() => Field, (field) => field.farm) @NestedCreate() @EdgeCreate() fields!: Relation<Field[]>;
}

@Entity()
@Bulk()
class Field {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40 }) name!: string;
  @ManyToOne(() => Farm, (farm) => farm.fields, { nullable: true }) farm!: Relation<Farm> | null;
}

/** Imports rows with keys of their own, as `COPY` does: what generates keys does not notice. */
async function importFields({ dataSource }: TestDatabase): Promise<void> {
  const { escape } = dataSource.driver;
  const table = escape.call(dataSource.driver, dataSource.getMetadata(Field).tableName);
  await dataSource.query(`INSERT INTO ${table} (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')`);
}

describe.each(databaseNames)('%s', (name) => {
  let database: TestDatabase;
  let client: DirectClient;
  beforeEach(async () => {
    database = await openDatabase(name, [Farm, Field]);
    client = DirectClient.of(database.dataSource, {});
    await importFields(database);
  });
  afterEach(() => database.close());

  test.each([
    ['a create', '/fields', { name: 'd' }],
    ['a create of many', '/fields/bulk', [{ name: 'd' }]],
    ['a nested create', '/farms', { fields: [{ name: 'd' }] }],
    ['a create under an edge', '/farms/1/fields', { name: 'd' }],
  ])('%s behind imported rows is no fault of the client', async (_, path, body) => {
    await client.post('/farms', {});
    const answer = await client.attempt('POST', path, body);
    if (name !== 'postgres') {
      expect(answer.status).toBe(201);
      return;
    }
    expectProblem(answer, 500, 'internal_error');
    const { message } = client.failure as { message: string };
    const [, remedy = ''] = /Run: (.+)$/.exec(message) ?? [];
    await database.dataSource.query(remedy);
    const mended = await client.attempt('POST', path, body);
    expect([mended.status, remedy]).toEqual([201, expect.stringContaining('setval')]);
  });
});

describe('a key that the database computes from the row', () => {
  @Entity()
  class Slug {
    @PrimaryColumn({ type: 'varchar', length: 80, default: () => "(concat(name, '-', uuid()))" }) id!: string;
    @Column({ type: 'varchar', length: 30 }) name!: string;
  }

  const servers = databaseNames.filter(speaksMysql);
  // Without a server there is nothing to test: databases.ts reports which are left out.
  for (const name of servers)
    test(name, async () => {
      const database = await openDatabase(name, [Slug]);
      try {
        const create = () => DirectClient.of(database.dataSource, {});
        if (name === 'mysql') {
          expect(create).toThrow(SchemaError);
          expect(create).toThrow(/Slug\.id.*from other columns/);
        } else {
          const { id } = entityOf(await create().post('/slugs', { name: 'x' }));
          expect(id).toMatch(/^x-[0-9a-f-]{36}$/);
        }
      } finally {
        await database.close();
      }
    });
});

describe('a key from a sequence', () => {
  for (const name of databaseNames.filter((each) => each === 'mariadb'))
    test(`${name}: behind other rows it is a 500 that names the column`, async () => {
      @Entity()
      class Stamp {
        @PrimaryColumn({ type: 'int', default: () => 'nextval(`stamps`)' }) id!: number;
        @Column({ type: 'varchar', length: 30 }) name!: string;
      }
      const database = await openDatabase('mariadb', []);
      const { options } = database.dataSource;
      const own = new DataSource({ ...options, entities: [Stamp], synchronize: false });
      try {
        await own.initialize();
        await own.query('CREATE SEQUENCE stamps');
        await own.query('CREATE TABLE stamp (id int PRIMARY KEY DEFAULT nextval(stamps), name varchar(30))');
        await own.query("INSERT INTO stamp (id, name) VALUES (2, 'b')");
        const client = DirectClient.of(own, {});
        expect(entityOf(await client.post('/stamps', { name: 'a' })).id).toBe(1);
        expectProblem(await client.attempt('POST', '/stamps', { name: 'c' }), 500, 'internal_error');
        expect(client.failure).toMatchObject({ message: expect.stringContaining('`stamp`.`id`') as string });
        expect(entityOf(await client.post('/stamps', { name: 'd' })).id).toBe(3);
      } finally {
        await own.destroy();
        await database.close();
      }
    });
});
