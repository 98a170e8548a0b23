// The option defaultSchema: columns whose values nothing declares take and show any JSON value, and say so in the document.
import {
  createApi,
  Export,
  Filter,
  FilterIsNil,
  Schema,
  SchemaObjectAny,
  type ApiOptions,
} from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { Column, Entity, PrimaryGeneratedColumn, ViewColumn, ViewEntity, PrimaryColumn } from 'typeorm';
import { contentOf, entityOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

/** An interface leaves no type behind. */
interface Settings {
  readonly theme?: string;
}

const asText = {
  to: (value: unknown) => (value === null || value === undefined ? value : JSON.stringify(value)),
  from: (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown)),
};

class Extra {
  @Column('simple-json', { nullable: true }) inner!: unknown;
}

@Entity()
@Export('ndjson', 'csv')
class Note {
  @PrimaryGeneratedColumn() id!: number;
  @Column('simple-json') data!: unknown;
  @Column('json', { nullable: true }) @Filter(FilterIsNil) list!: unknown;
  @Column('varchar', { length: 200, nullable: true, transformer: asText }) settings!: Settings | null;
  @Column('simple-json', { nullable: true }) @Schema(SchemaObjectAny) shape!: object | null;
  @Column(() => Extra) extra!: Extra;
}

/** The transformer passes on what it gets. */
@Entity()
class Price {
  @PrimaryGeneratedColumn() id!: number;
  @Column('decimal', { precision: 9, scale: 2, nullable: true, transformer: { to: same, from: same } })
  amount!: unknown;
  @Column('varchar', { length: 40, nullable: true, transformer: { to: same, from: same } })
  text!: unknown;
  @Column('boolean', { nullable: true, transformer: { to: same, from: same } })
  paid!: unknown;
  @Column('varchar', { length: 40, nullable: true, transformer: { to: refuseLists, from: same } })
  note!: unknown;
}

function refuseLists(value: unknown): unknown {
  if (Array.isArray(value)) throw new TypeError('No list is a note.');
  return value;
}

function same(value: unknown): unknown {
  return value;
}

const options = { defaultSchema: 'any' } satisfies ApiOptions;
const fixture = { entities: [Note, Price], options, fill: () => Promise.resolve() };

const values = [{ a: [1, { b: null }] }, [1, 'x', null, [true]], [], {}, 'text', '', 0, -1.5, true, false];

onEachDatabase(fixture, (stage) => {
  test.each(values)('%j is stored, shown, exported and read by TypeORM as it is', async (value) => {
    const { client, database } = stage;
    const all = { data: value, list: value, settings: value, extra: { inner: value } };
    const created = entityOf(await client.post('/notes', all));
    expect(created).toMatchObject(all);
    const { id } = created;
    expect(entityOf(await client.get(`/notes/${String(id)}`))).toEqual(created);
    const stored = await database.dataSource.getRepository(Note).findOneByOrFail({ id: Number(id) });
    expect(stored).toMatchObject(all);
    const lines = (await client.get('/notes', { accept: 'application/x-ndjson' })).text.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(all);
    expect((await client.get('/notes', { accept: 'text/csv' })).status).toBe(200);
    const cleared = { list: null, settings: null, extra: { inner: null } };
    expect(entityOf(await client.patch(`/notes/${String(id)}`, cleared))).toMatchObject(cleared);
    expect(contentOf(await client.get('/notes?list.null=true')).at(-1)).toMatchObject({ id });
  });

  test('what a transformer makes of a value is refused where the column cannot hold it', async () => {
    const post = (body: object) => stage.client.post('/prices', body);
    for (const value of [{}, { a: 1 }, [], [1]])
      for (const name of ['amount', 'text']) {
        const faults = expectProblem(await post({ [name]: value }), 400, 'invalid_request');
        expect(faults).toMatchObject([{ pointer: `/${name}`, code: 'wrong_format' }]);
      }
    expect(expectProblem(await post({ note: [] }), 400, 'invalid_request')).toMatchObject([
      { pointer: '/note' },
    ]);
    expectProblem(await post({ amount: true }), 400, 'invalid_request');
    expectProblem(await post({ text: true }), 400, 'invalid_request');
    for (const body of [{ amount: 1.5 }, { amount: '1.50' }, { text: 'x' }, { paid: true }, { amount: null }])
      expect([body, (await post(body)).status]).toEqual([body, 201]);
  });

  test('null is a value only where the column is nullable', async () => {
    const answer = await stage.client.post('/notes', { data: null });
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ pointer: '/data' }]);
    expect((await stage.client.post('/notes', {})).status).toBe(400);
  });

  test('what @Schema declares is still checked, and no filter is opened', async () => {
    const answer = await stage.client.post('/notes', { data: 1, shape: [] });
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ pointer: '/shape' }]);
    expect((await stage.client.get('/notes?data.eq=1')).status).toBe(400);
    expect((await stage.client.get('/notes?sort=data')).status).toBe(400);
  });
});

test('the document says that the values are any JSON', async () => {
  const api = createApi(await bareDataSource([Note]), { ...options, logger: { error() {}, warn() {} } });
  const { components } = openApiDocument(api) as unknown as {
    components: { schemas: Record<string, { properties: Record<string, unknown> }> };
  };
  const { properties } = components.schemas.Note ?? never();
  expect(properties.data).toEqual({
    description: 'Any JSON value.',
    type: ['object', 'array', 'string', 'number', 'boolean'],
  });
  expect(properties.list).toEqual({ description: 'Any JSON value.' });
  expect(properties.settings).toEqual({ description: 'Any JSON value.' });
});

function never(): never {
  throw new Error('The document has no such schema.');
}

@ViewEntity({ expression: 'SELECT 1 AS id, 2 AS total' })
class Sum {
  @ViewColumn() @PrimaryColumn() id!: number;
  /** It may be text that is no JSON. */
  @ViewColumn() total!: string | null;
}

test('the option is for values of JSON and of transformers: a view declares its own', async () => {
  expect(await mistakesOf([Sum], options)).toMatchInlineSnapshot(`
    "The API cannot be built: 1 problem.
    - Sum.total @Schema: the type of the column values is unknown. Declare the property as number, string, boolean or Date, with emitDecoratorMetadata, or add @Schema({ ... })."
  `);
});

test('the error without the option names it', async () => {
  expect(await mistakesOf([Note])).toMatchInlineSnapshot(`
    "The API cannot be built: 4 problems.
    - Note.data @Schema: this JSON column has no schema. Add @Schema({ ... }), or @Schema(SchemaObjectAny) for an object with any properties. The option defaultSchema: 'any' takes any JSON value in all such columns.
    - Note.list @Schema: this JSON column has no schema. Add @Schema({ ... }), or @Schema(SchemaObjectAny) for an object with any properties. The option defaultSchema: 'any' takes any JSON value in all such columns.
    - Note.settings @Schema: the type of the values that the transformer returns is unknown. Declare the property as number, string, boolean or Date, with emitDecoratorMetadata, or add @Schema({ ... }). The option defaultSchema: 'any' takes any JSON value in all such columns.
    - Note.extra.inner @Schema: this JSON column has no schema. Add @Schema({ ... }), or @Schema(SchemaObjectAny) for an object with any properties. The option defaultSchema: 'any' takes any JSON value in all such columns."
  `);
});
