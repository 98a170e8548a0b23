// `@Schema` opens columns of types that only TypeORM and its driver know: what answers show is what find() gives, what is
// stored is what save() would store.
import { createApi, Filter, FilterIsNil, Schema } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn, type ColumnOptions } from 'typeorm';
import { contentOf, entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { ServerLog } from '../../support/server-log.js';
import { schemaErrorOf } from '../../support/schema-mistakes.js';
import { databaseNames, openDatabase } from '../../support/test-database.js';

type JsonSchema = Parameters<typeof Schema>[0];
type Case = readonly [type: string, schema: JsonSchema, given: readonly unknown[], more?: object];

const text = { type: 'string' };
const setOfTexts: Case = ['set', { type: 'array', items: text }, [['a', 'b'], ['b']], { enum: ['a', 'b'] }];
const cases: Readonly<Partial<Record<(typeof databaseNames)[number], readonly Case[]>>> = {
  postgres: [
    ['inet', text, ['192.168.0.1', '::1']],
    ['cidr', text, ['10.0.0.0/8']],
    ['macaddr', text, ['08:00:2b:01:02:03']],
    ['interval', {}, ['1 day 02:03:04', '3 months']],
    ['point', {}, ['(1.5,2)']],
    ['box', text, ['(1,1),(0,0)']],
    ['tsvector', text, ['a fat cat']],
    ['int4range', text, ['[1,5)']],
    ['tstzrange', text, ['[2026-01-01 00:00:00+00,2026-01-02 00:00:00+00)']],
    ['money', text, ['12.50']],
    ['bit varying', text, ['101']],
    ['xml', text, ['<a/>']],
  ],
  mariadb: [setOfTexts, ['inet6', text, ['::1']]],
  mysql: [setOfTexts],
};

function entityWith(
  type: string,
  schema: JsonSchema,
  more: object = {},
): new () => { id: number; v: unknown } {
  @Entity('thing')
  class Thing {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column({ type, nullable: true, ...more } as ColumnOptions)
    @Schema(schema)
    @Filter(FilterIsNil)
    v!: unknown;
  }
  return Thing;
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

for (const name of databaseNames)
  for (const [type, schema, given, more] of cases[name] ?? [])
    test(`${name}: ${type}`, async () => {
      const entity = entityWith(type, schema, more);
      const database = await openDatabase(name, [entity]);
      try {
        const repository = database.dataSource.getRepository(entity);
        const client = DirectClient.of(database.dataSource, {});
        for (const v of given) {
          const { id } = await repository.save({ v });
          const created = entityOf(await client.post('/things', { v }));
          const [saved, posted] = await repository.findBy([{ id }, { id: Number(created.id) }]);
          expect(posted?.v).toEqual(saved?.v);
          expect(created.v).toEqual(json(saved?.v));
          expect(entityOf(await client.get(`/things/${id}`)).v).toEqual(json(saved?.v));
          expect(entityOf(await client.patch(`/things/${id}`, { v: null })).v).toBeNull();
        }
        expect(contentOf(await client.get('/things?v.null=false'))).toHaveLength(given.length);
      } finally {
        await database.close();
      }
    });

test('a value that JSON cannot hold is no silent null', async () => {
  const database = await openDatabase('postgres', [entityWith('point', {})]);
  try {
    await database.dataSource.query(`INSERT INTO thing (v) VALUES ('(NaN,1)')`);
    const log = new ServerLog();
    const api = createApi(database.dataSource, { logger: log });
    expect((await api.handle({ method: 'GET', path: '/things/1' })).status).toBe(500);
    expect(log.failure).toMatchObject({
      name: 'StoredValueError',
      message: 'Thing: the value of column thing.v is not of kind json, in the row with id 1.',
    });
  } finally {
    await database.close();
  }
});

test('without a schema, the column is named at the start', async () => {
  @Entity('thing')
  class Thing {
    @PrimaryGeneratedColumn() id!: number;
    @Column('inet') v!: string;
  }
  const database = await openDatabase('postgres', [Thing]);
  const { message } = schemaErrorOf(database.dataSource);
  await database.close();
  expect(message).toContain(
    '- Thing.v: columns of type inet are not supported. Describe its values with @Schema({ ... }), or leave the field out with @Skip().',
  );
});

for (const name of databaseNames.filter((each) => each === 'mariadb' || each === 'mysql'))
  test(`${name}: a geometry with a schema is served, which TypeORM writes with functions of SQL`, async () => {
    const database = await openDatabase(name, [entityWith('geometry', {})]);
    const { message } = schemaErrorOf(database.dataSource);
    await database.close();
    expect(message).toContain(
      '- Thing.v: columns of type geometry are not supported. Leave the field out with @Skip().',
    );
  });
