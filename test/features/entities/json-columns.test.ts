// JSON columns: null as a value and as no value, and numbers as they are, on every type of column that holds JSON.
import { Schema, SchemaObjectAny, type JsonSchema } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn, type ColumnType } from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';
import { speaksMysql, type DatabaseName } from '../../support/test-database.js';

const path = '/parcels';

/** An entity with the JSON columns of a database's type. */
function parcelOf(type: ColumnType): new () => object {
  const nullOr = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

  @Entity()
  class Parcel {
    @PrimaryGeneratedColumn() id!: number;

    @Column({ type, nullable: true }) @Schema({ type: ['string', 'null'] }) word!: string | null;
    @Column({ type, nullable: true }) @Schema({ enum: ['S', 'L', null] }) size!: string | null;
    @Column({ type, nullable: true })
    @Schema({ type: ['string', 'null'], enum: ['S', 'L', null], default: null })
    fit!: string | null;
    @Column({ type, nullable: true }) @Schema({ const: null }) vacant!: null;
    @Column({ type, nullable: true }) @Schema({ type: 'string', const: 'yes' }) agreed!: string | null;
    @Column({ type, nullable: true })
    @Schema({ type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] })
    either!: object | null;
    @Column({ type, nullable: true }) @Schema({}) anything!: unknown;

    @Column({ type }) @Schema({}) content!: unknown;
    @Column({ type }) @Schema({ anyOf: [{ minLength: 1 }, { minimum: 5 }] }) measured!: unknown;
    @Column({ type }) @Schema({ enum: [1, 'two'] }) choice!: unknown;
    @Column({ type }) @Schema(SchemaObjectAny) label!: object;

    @Column({ type, nullable: true }) @Schema({ type: 'array', uniqueItems: true }) distinct!:
      unknown[] | null;
    @Column({ type }) @Schema({ type: ['object', 'null'] }) maybe!: object | null;
    @Column({ type }) @Schema({ enum: ['x', null] }) mark!: string | null;
    @Column({ type }) @Schema(nullOr({ type: 'integer' })) count!: number | null;

    @Column({ type: 'double precision', nullable: true }) weight!: number | null;
    @Column({ type: 'varchar', nullable: true }) @Schema({ type: ['string', 'null'] }) note!: string | null;
    @Column({ type: 'varchar' }) @Schema({ type: ['string', 'null'] }) name!: string;
  }
  return Parcel;
}

const nullable = {
  word: null,
  size: null,
  fit: null,
  vacant: null,
  agreed: null,
  either: null,
  anything: null,
  distinct: null,
  weight: null,
  note: null,
};
const required = { content: {}, measured: 'x', choice: 1, label: {}, name: 'n' };
const meant = { maybe: null, mark: null, count: null };
const given = { maybe: {}, mark: 'x', count: 1 };

/** A body whose `content` is a text of JSON. */
function bodyWith(content: string): string {
  return JSON.stringify({ ...required, ...given, content: 0 }).replace(
    '"content":0',
    () => `"content":${content}`,
  );
}

function parcels(typeOn: (database: DatabaseName) => ColumnType): Fixture {
  return { entities: (database) => [parcelOf(typeOn(database))], options: {}, fill: async () => {} };
}

describe.each<[string, (database: DatabaseName) => ColumnType]>([
  ['simple-json', () => 'simple-json'],
  ['json', () => 'json'],
  ['jsonb where there is one', (database) => (speaksMysql(database) ? 'json' : 'jsonb')],
])('%s', (_, typeOn) => {
  forEachDatabase(parcels(typeOn), (stage) => {
    test('null is what a nullable column has, whatever its schema says of null', async () => {
      const made = await stage.client.post(path, { ...required, ...given, ...nullable });
      expect(made.json).toEqual({ id: 1, ...required, ...given, ...nullable, edges: {} });
      const full = { word: 'w', size: 'S', fit: 'L', agreed: 'yes', either: { b: 1 }, anything: [1] };
      expect((await stage.client.patch(`${path}/1`, full)).json).toMatchObject(full);
      expect((await stage.client.patch(`${path}/1`, nullable)).json).toMatchObject(nullable);
      const [row] = await stage.dataSource.query<object[]>(
        'SELECT word, size, fit, vacant, agreed, either, anything FROM parcel',
      );
      expect(new Set(Object.values(row ?? {}))).toEqual(new Set([null]));
    });

    test.each(['content', 'measured', 'choice', 'label', 'name'])(
      'null is no value of a column that takes no NULL: %s',
      async (key) => {
        await stage.client.post(path, { ...required, ...given });
        stage.statements.clear();
        const nothing = { [key]: null };
        for (const refused of [
          await stage.client.post(path, { ...required, ...given, ...nothing }),
          await stage.client.patch(`${path}/1`, nothing),
        ])
          expect(new Set(places(expectProblem(refused, 400, 'invalid_request')))).toEqual(
            new Set([`/${key}`]),
          );
        expect(stage.statements.texts).toEqual([]);
      },
    );

    describe('numbers are stored as they are sent, or refused', () => {
      test.each([
        '0',
        '1.50',
        '9007199254740992',
        '-18014398509481984',
        '0.30000000000000004',
        '1e300',
        '5e-324',
        '1E2',
        '[0.1,{"n":123456789012345.6}]',
        '"9007199254740993 1e400 \\\\\\" 9007199254740993"',
      ])('%s', async (text) => {
        const made = await stage.client.post(path, bodyWith(text));
        expect(entityOf(made).content).toEqual((JSON.parse(`[${text}]`) as unknown[])[0]);
        expect((await stage.client.get(`${path}/1`)).json).toEqual(made.json);
      });

      test.each([
        ['9007199254740993', ''],
        ['-9007199254740993', ''],
        ['12345678901234567890123', ''],
        ['3.14159265358979323846', ''],
        ['1e400', ''],
        ['1e-400', ''],
        ['{"a/b":["x\\\\",1,{"n":0.1234567890123456789}]}', '/a~1b/2/n'],
      ])('%s', async (text, place) => {
        await stage.client.post(path, { ...required, ...given });
        stage.statements.clear();
        for (const refused of [
          await stage.client.post(path, bodyWith(text)),
          await stage.client.patch(`${path}/1`, `{"content":${text}}`),
        ]) {
          const faults = expectProblem(refused, 400, 'invalid_request');
          expect(faults).toEqual([
            { pointer: `/content${place}`, code: 'out_of_range', detail: expect.any(String) as string },
          ]);
        }
        expect(stage.statements.texts).toEqual([]);
      });
    });

    test('items that must be unique are compared as values', async () => {
      const status = async (distinct: unknown) =>
        (await stage.client.post(path, { ...required, ...given, distinct })).status;
      expect(await status([1, '1', null, false, [1], { a: 1 }, { a: '1' }])).toBe(201);
      for (const twice of [
        [1, 1],
        [
          { a: 1, b: [2] },
          { b: [2], a: 1 },
        ],
        [[{}], [{}]],
      ])
        expect(await status(twice)).toBe(400);
    });

    test('a number of another kind of column is as near as a double', async () => {
      const near = bodyWith('1').replace('{', '{"weight":0.12345678901234567890,');
      expect((await stage.client.post(path, near)).json).toMatchObject({ weight: 0.12345678901234568 });
    });

    test.each([
      '9007199254740993',
      '12345678901234567890123',
      '3.14159265358979323846',
      `1${'0'.repeat(400)}`,
    ])('what others stored is shown as it is: %s', async (number) => {
      await stage.client.post(path, { ...required, ...given });
      const stored = stage.dataSource.query(`UPDATE parcel SET label = '{"n": [${number}, 0.50, "x"]}'`);
      // MySQL's own type keeps integers of 64 bits; all other numbers are doubles there.
      const hasDoubles = stage.database === 'mysql' && typeOn('mysql') === 'json';
      const kept = hasDoubles && number !== '9007199254740993' ? Number(number) : number;
      if (kept === Infinity) return expect(stored).rejects.toThrow('Invalid JSON');
      await stored;
      const shown = `"label":{"n":[${kept},0.5,"x"]}`;
      const target = `${path}/1`;
      expect((await stage.client.get(target)).text).toContain(shown);
      expect((await stage.client.get(path)).text).toContain(shown);
      expect((await stage.client.patch(target, { name: 'other' })).text).toContain(shown);
      expect((await stage.client.get(`${target}?pretty=true`)).text).toContain(`      ${kept},\n`);
    });

    test('where its schema names null, it is the null of JSON', async () => {
      const made = await stage.client.post(path, { ...required, ...meant });
      expect(entityOf(made)).toMatchObject(meant);
      expect((await stage.client.get(`${path}/1`)).text).toBe(made.text);
      expect((await stage.client.patch(`${path}/1`, given)).json).toMatchObject(given);
      expect((await stage.client.patch(`${path}/1`, meant)).json).toMatchObject(meant);
    });
  });
});
