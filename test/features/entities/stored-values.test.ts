// Rows of an existing database whose columns have other types than the classes declare, and values that cannot be shown.
import {
  AllowClientIDs,
  createApi,
  EagerLoad,
  Filter,
  FilterGroupEqual,
  Schema,
  SchemaObjectAny,
  Sortable,
} from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { contentOf, entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { expectProblem } from '../../support/problem.js';
import { ServerLog } from '../../support/server-log.js';
import { databaseNames, openDatabase, type TestDatabase } from '../../support/test-database.js';
import { textOf } from '../../support/answer-text.js';

@Entity('supplier', { synchronize: false })
class Supplier {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @OneToMany(() => Product, (product) => product.supplier)
  @EagerLoad()
  products!: Product[];
}

@Entity('product', { synchronize: false })
@AllowClientIDs()
class Product {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @Column({ type: 'float' })
  @Filter(FilterGroupEqual)
  @Sortable()
  price!: number;

  @Column({ type: 'boolean' })
  active!: boolean;

  @Column({ type: 'simple-json', nullable: true })
  @Schema(SchemaObjectAny)
  data!: object | null;

  @ManyToOne(() => Supplier, (supplier) => supplier.products, { nullable: true })
  @EagerLoad()
  supplier!: Relation<Supplier> | null;
}

const flags = {
  mariadb: 'bit(1)',
  mysql: 'bit(1)',
  postgres: 'boolean',
  sqlite: 'integer',
  sqlite3: 'integer',
} as const;

describe.each(databaseNames)('%s: a table with BIGINT keys and DECIMAL prices', (name) => {
  let database: TestDatabase;
  let client: DirectClient;

  beforeAll(async () => {
    database = await openDatabase(name, [Supplier, Product]);
    const { dataSource } = database;
    const foreignKey =
      dataSource.getMetadata(Product).findColumnWithPropertyPath('supplier')?.databaseName ?? '';
    await dataSource.query('CREATE TABLE supplier (id bigint PRIMARY KEY)');
    await dataSource.query(
      `CREATE TABLE product (id bigint PRIMARY KEY, price decimal(12,2), active ${flags[name]}, data text,
        ${dataSource.driver.escape(foreignKey)} bigint)`,
    );
    await dataSource.query('INSERT INTO supplier VALUES (7)');
    const rows = ['1, 12.50, TRUE, \'{"a":1}\', 7', '2, 0.10, FALSE, NULL, 7', '3, 9.00, TRUE, NULL, NULL'];
    for (const row of rows) await dataSource.query(`INSERT INTO product VALUES (${row})`);
    client = DirectClient.of(dataSource, {});
  });
  afterAll(() => database.close());

  test('shows its rows, ids included', async () => {
    expect(contentOf(await client.get('/products?sort=price'))).toMatchObject([
      { id: 2, price: 0.1, active: false, edges: { supplier: { id: 7 } } },
      { id: 3, price: 9, active: true, edges: { supplier: null } },
      { id: 1, price: 12.5, active: true, data: { a: 1 } },
    ]);
    const supplier = entityOf(await client.get('/suppliers/7'));
    expect(supplier).toMatchObject({ id: 7, edges: { products: [{ id: 1, price: 12.5 }, { id: 2 }] } });
  });

  test('finds, creates and changes them', async () => {
    expect(contentOf(await client.get('/products?price.eq=12.5'))).toMatchObject([{ id: 1 }]);
    const created = await client.post('/products', { id: 4, price: 1.25, active: true, supplier: 7 });
    expect(created.json).toMatchObject({ id: 4, price: 1.25, edges: { supplier: { id: 7 } } });
    const changed = await client.patch('/products/4', { price: 2.5, active: false });
    expect(changed.json).toMatchObject({ id: 4, price: 2.5, active: false });
    expect((await client.delete('/products/4')).status).toBe(204);
  });
});

/** Columns that hold texts and numbers: SQLite shows only what it stores as a number. */
const texts = {
  mariadb: 'varchar(20)',
  mysql: 'varchar(20)',
  postgres: 'varchar(20)',
  sqlite: 'numeric',
  sqlite3: 'numeric',
} as const;

describe.each(databaseNames)('%s: a value that cannot be shown', (name) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(name, [Supplier, Product]);
    const { dataSource } = database;
    const foreignKey =
      dataSource.getMetadata(Product).findColumnWithPropertyPath('supplier')?.databaseName ?? '';
    await dataSource.query('CREATE TABLE supplier (id int PRIMARY KEY)');
    await dataSource.query(
      `CREATE TABLE product (id int PRIMARY KEY, price ${texts[name]}, active ${flags[name]}, data text,
        ${dataSource.driver.escape(foreignKey)} int)`,
    );
    await dataSource.query('INSERT INTO supplier VALUES (7)');
    const rows = ["1, '1.5', TRUE, '{SECRET', 7", "2, 'SECRET', TRUE, NULL, NULL", "3, '2.5', TRUE, NULL, 7"];
    for (const row of rows) await dataSource.query(`INSERT INTO product VALUES (${row})`);
  });
  afterAll(() => database.close());

  test.each([
    ['/products/1', 'Product: the value of column product.data is not of kind json, in the row with id 1.'],
    ['/products/2', 'Product: the value of column product.price is not of kind float, in the row with id 2.'],
    ['/products', 'Product: the value of column product.data is not of kind json, in the row with id 1.'],
    ['/suppliers/7', 'Product: the value of column product.data is not of kind json, in the row with id 1.'],
  ])('GET %s is 500, and the log names the row and not the value', async (path, message) => {
    const log = new ServerLog();
    const api = createApi(database.dataSource, { logger: log });
    const answer = await api.handle({ method: 'GET', path });
    expectProblem(
      { ...answer, text: textOf(answer), json: JSON.parse(textOf(answer)) as unknown },
      500,
      'internal_error',
    );
    expect(log.failure).toMatchObject({ name: 'StoredValueError', message });
    expect(`${textOf(answer)} ${JSON.stringify(log.failure)}`).not.toContain('SECRET');
    expect((await api.handle({ method: 'GET', path: '/products/3' })).status).toBe(200);
  });
});
