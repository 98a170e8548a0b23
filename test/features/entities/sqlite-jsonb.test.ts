// Columns of type jsonb on SQLite: rows that TypeORM wrote in the binary form, and rows of text, are read, filtered, sorted and
// exported alike; the API writes what TypeORM writes.
import {
  Bulk,
  EagerLoad,
  ETag,
  Export,
  Filter,
  FilterEQ,
  FilterHasAll,
  FilterHasAny,
  FilterIsEmpty,
  FilterIsNil,
  FilterPath,
  Schema,
  SortablePath,
  type JsonSchema,
} from '@decorest/core';
import { BeforeUpdate, Column, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { contentOf, edgesOf, entityOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

const shape: JsonSchema = {
  type: 'object',
  properties: { size: { type: 'integer' }, name: { type: 'string' } },
};
const wrapped = {
  to: (value: object) => ({ value }),
  from: (stored: { value: object } | null) => stored?.value ?? null,
};

@Entity('part')
@Bulk()
@Export('csv', 'ndjson')
@ETag()
class Part {
  @PrimaryGeneratedColumn() id!: number;
  @Column('jsonb', { nullable: true })
  @Schema(shape)
  @Filter(FilterIsNil)
  @FilterPath('size', FilterEQ)
  @SortablePath('size')
  data!: object | null;
  @Column('jsonb', { default: '[]' })
  @Schema({ type: 'array', items: { type: 'string' } })
  @Filter(FilterHasAny, FilterHasAll, FilterIsEmpty)
  tags!: string[];
  @Column('jsonb', { nullable: true, transformer: wrapped }) @Schema(shape) inside!: object | null;
}

@Entity('kit')
class Kit {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Part) @EagerLoad() part!: Relation<Part>;
  @Column('jsonb', { nullable: true }) @Schema(shape) note!: object | null;

  @BeforeUpdate() look() {
    this.note = { ...this.note, size: 1 };
  }
}

let database: TestDatabase;
let client: DirectClient;
beforeAll(async () => {
  database = await openDatabase('sqlite', [Part, Kit]);
  client = DirectClient.of(database.dataSource, {});
});
beforeEach(() => database.empty());
afterAll(() => database.close());

const values = { data: { size: 2, name: 'a\u00e9"' }, tags: ['x', 'y'], inside: { size: 3 } };

async function writeEachWay(): Promise<void> {
  const repository = database.dataSource.getRepository(Part);
  await repository.insert({ ...values });
  await client.post('/parts', values);
  await client.post('/parts/bulk', [values]);
  await repository.insert({ tags: [] });
  await client.patch('/parts/4', values);
  await repository.insert({ tags: [] });
  const text = (value: unknown) => JSON.stringify(value);
  await database.dataSource.query('UPDATE part SET data = ?, tags = ?, inside = ? WHERE id = 5', [
    text(values.data),
    text(values.tags),
    text({ value: values.inside }),
  ]);
}

test('every row is shown, and find() reads it', async () => {
  await writeEachWay();
  const shown = contentOf(await client.get('/parts?sort=id'));
  expect(shown).toEqual([1, 2, 3, 4, 5].map((id) => ({ id, ...values, edges: {} })));
  expect(await database.dataSource.getRepository(Part).find()).toMatchObject(
    [1, 2, 3, 4, 5].map(() => values),
  );
  const forms = await database.dataSource.query<object[]>(
    'SELECT typeof(data) AS data, typeof(tags) AS tags, typeof(inside) AS inside FROM part WHERE id < 5',
  );
  expect(forms).toEqual([1, 2, 3, 4].map(() => ({ data: 'blob', tags: 'blob', inside: 'blob' })));
});

test('filters, orders, exports and tags', async () => {
  await writeEachWay();
  await client.patch('/parts/1', { data: { size: 10 }, tags: [] });
  expect(valuesOf(await client.get('/parts?data.size.eq=2&sort=id'), 'id')).toEqual([2, 3, 4, 5]);
  expect(valuesOf(await client.get('/parts?tags.any=y&tags.all=x&sort=id'), 'id')).toEqual([2, 3, 4, 5]);
  expect(valuesOf(await client.get('/parts?tags.empty=true'), 'id')).toEqual([1]);
  expect(valuesOf(await client.get('/parts?sort=-data.size,id'), 'id')).toEqual([1, 2, 3, 4, 5]);
  const csv = await client.get('/parts?sort=id', { accept: 'text/csv' });
  expect(csv.text.split('\r\n')[2]).toContain('""size"":2');
  const { headers } = await client.get('/parts/5');
  expect((await client.get('/parts/5', { 'if-none-match': String(headers.etag) })).status).toBe(304);
  expect((await client.patch('/parts?data.null=false', { data: null })).status).toBe(200);
  expect(valuesOf(await client.get('/parts?data.null=true'), 'id')).toHaveLength(5);
});

test('across an edge, and in a write that a listener observes', async () => {
  await writeEachWay();
  await client.post('/kits', { part: 1, note: { name: 'n' } });
  expect(edgesOf(entityOf(await client.get('/kits/1'))).part).toMatchObject(values);
  expect(entityOf(await client.patch('/kits/1', { part: 5 })).note).toEqual({ name: 'n', size: 1 });
  const [form] = await database.dataSource.query<object[]>('SELECT typeof(note) AS note FROM kit');
  expect(form).toEqual({ note: 'blob' });
});
