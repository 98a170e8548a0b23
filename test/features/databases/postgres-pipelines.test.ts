// What node-postgres is given in one go: nothing that fails on the way may cost more than its own request.
import { policyFor } from '@decorest/core';
import { types, type Client } from 'pg';
import { Column, Entity, PrimaryGeneratedColumn, type DataSource } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { expectProblem } from '../../support/problem.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

@Entity()
class Reading {
  @PrimaryGeneratedColumn() id!: number;

  /** Behind a transformer: the driver's parser reads it, and its `prepareValue` writes what the transformer makes. */
  @Column({
    type: 'int',
    transformer: { to: (value: unknown) => written(value), from: (value: unknown) => value },
  })
  level!: number;
}

let written = (value: unknown) => value;

interface Lending {
  obtainMasterConnection(): Promise<[Client, () => void]>;
}

let read: (text: string) => number = Number;

/** On the one connection there is, which is every request's. */
async function readIntegers(dataSource: DataSource): Promise<void> {
  const [client, release] = await lending(dataSource).obtainMasterConnection();
  client.setTypeParser(types.builtins.INT4, (text) => read(text));
  release();
}

describe('postgres', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase('postgres', [Reading]);
    await database.dataSource.getRepository(Reading).save([{ level: 7 }, { level: 8 }]);
    await readIntegers(database.dataSource);
  });
  afterAll(() => database.close());

  test('a row that cannot be read fails its request, and the connection goes on', async () => {
    const client = DirectClient.of(database.dataSource, {});
    for (let times = 0; times < 2; times++) expect((await client.get('/readings/1')).status).toBe(200);
    read = () => {
      throw new Error('unreadable');
    };
    expectProblem(await client.attempt('GET', '/readings/1'), 500, 'internal_error');
    read = Number;
    expect((await client.get('/readings/1')).json).toMatchObject({ level: 7 });
  });

  test('a value that cannot be sent fails its request, and the connection goes on', async () => {
    const client = DirectClient.of(database.dataSource, {});
    for (let times = 0; times < 2; times++)
      expect((await client.patch('/readings/1', { level: 7 })).status).toBe(200);
    written = () => ({
      toPostgres: () => {
        throw new Error('unsendable');
      },
    });
    expectProblem(await client.attempt('PATCH', '/readings/1', { level: 9 }), 500, 'internal_error');
    written = (value) => value;
    expect((await client.patch('/readings/1', { level: 9 })).json).toMatchObject({ level: 9 });
  });

  test('requests under a policy are pipelined, too', async () => {
    const client = DirectClient.of(database.dataSource, {
      policies: [policyFor(Reading, () => ({ level: [7, 8, 9, 10] }))],
    });
    await client.get('/readings');
    const described = await countDescribed(database);
    await client.get('/readings');
    expect(described()).toBe(0);
  });
});

/** How often the one connection there is asks the server what a statement's rows look like, from now on. */
async function countDescribed({ dataSource }: TestDatabase): Promise<() => number> {
  const [{ connection }, release] = await lending(dataSource).obtainMasterConnection();
  let times = 0;
  const describe = connection.describe.bind(connection);
  connection.describe = (...given) => {
    times++;
    describe(...given);
  };
  release();
  return () => times;
}

function lending({ driver }: { readonly driver: unknown }): Lending {
  return driver as Lending;
}
