// What the database refuses by a constraint: the answer names the constraint or the keys of the body, never SQL.
import { createApi, ReadOnly, Skip, type ApiOptions } from '@decorest/core';
import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  Unique,
  type DataSource,
  type Relation,
} from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { mistakesOf } from '../../support/schema-mistakes.js';
import { textOf } from '../../support/answer-text.js';

class Size {
  @Column({ default: 0 })
  wide!: number;
}

@Entity()
class Shop {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 20, default: 'x', name: 'label_column' })
  label!: string;

  @OneToMany(() => Article, ({ shop }) => shop)
  articles!: Relation<Article>[];
}

@Entity()
@Check('CHK_stock', 'stock >= 0')
@Check('CHK_price', 'price < 1000')
@Unique('UQ_shop_label', ['shop', 'label'])
@Unique('UQ_size', ['size.wide', 'label'])
@Unique('UQ_tenant_code', ['tenant', 'code'])
@Unique('UQ_slug', ['slug', 'tenant'])
class Article {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ default: 0 })
  stock!: number;

  @Column({ default: 0 })
  price!: number;

  @Column({ length: 20, nullable: true, type: 'varchar', name: 'label_column' })
  label!: string | null;

  @Column(() => Size)
  size!: Size;

  @Column({ type: 'int', nullable: true })
  shopId!: number | null;

  @ManyToOne(() => Shop, ({ articles }) => articles, { nullable: true })
  @JoinColumn({ name: 'shopId' })
  shop!: Relation<Shop> | null;

  @Skip()
  @Column({ default: 1 })
  tenant!: number;

  @Column({ length: 20, nullable: true, type: 'varchar' })
  code!: string | null;

  @ReadOnly()
  @Column({ length: 20, nullable: true, type: 'varchar' })
  slug!: string | null;
}

const sql = /stock >=|price <|SELECT |INSERT |tenant/i;

async function fill(dataSource: DataSource): Promise<void> {
  // TypeORM makes no checks on MySQL and MariaDB.
  if (['mysql', 'mariadb'].includes(dataSource.options.type)) {
    await dataSource.query('ALTER TABLE article ADD CONSTRAINT CHK_stock CHECK (stock >= 0)');
    await dataSource.query('ALTER TABLE article ADD CONSTRAINT CHK_price CHECK (price < 1000)');
  }
  await dataSource.manager.insert(Shop, [{ id: 1 }, { id: 2 }]);
  await dataSource.manager.insert(Article, [
    { id: 1, label: 'one', shop: { id: 1 } },
    { id: 2, label: 'one', shop: { id: 2 }, size: { wide: 2 } },
    { id: 3, code: 'c' },
    { id: 4, label: 'one', size: { wide: 4 } },
  ]);
}

const constraints: ApiOptions['constraints'] = {
  CHK_stock: { pointer: '/stock', detail: 'The stock must not be negative.' },
  UQ_tenant_code: { pointer: '/code', detail: 'Another article has this code.' },
};

onEachDatabase({ entities: [Shop, Article], options: {}, fill }, (stage) => {
  test('a check is named in the answer and in the log', async () => {
    const entries: object[] = [];
    const keep = (entry: object) => void entries.push(entry);
    const api = createApi(stage.database.dataSource, { logger: { error: keep, warn: keep } });
    entries.length = 0;
    const body = Buffer.from('{"price":4711}');
    const answer = await api.handle({
      method: 'POST',
      path: '/articles',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
    expect(JSON.parse(textOf(answer))).toMatchObject({
      code: 'invalid_request',
      detail: "The constraint 'CHK_price' is violated.",
    });
    expect(answer.body).not.toMatch(sql);
    expect(entries).toMatchObject([{ status: 400, error: { constraint: 'CHK_price' } }]);
    expect(JSON.stringify(entries)).not.toContain('4711');
  });

  test('a check that the author maps has a place and the words of the author', async () => {
    const client = DirectClient.of(stage.database.dataSource, { constraints });
    for (const answer of [
      await client.post('/articles', { stock: -1 }),
      await client.patch('/articles/3', { stock: -1 }),
    ]) {
      expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
        { pointer: '/stock', code: 'invalid', detail: 'The stock must not be negative.' },
      ]);
    }
  });

  test('a constraint that no entity declares is named when its name is a word, and SQL is never shown', async () => {
    const { dataSource } = stage.database;
    const isSqlite = stage.name === 'sqlite';
    // SQLite adds checks by columns only; one without a name is named by its SQL.
    await dataSource.query(
      isSqlite
        ? "ALTER TABLE shop ADD COLUMN extra int DEFAULT 0 CHECK (label_column <> 'bad')"
        : "ALTER TABLE shop ADD CONSTRAINT no_bad_label CHECK (label_column <> 'bad')",
    );
    const answer = await stage.client.post('/shops', { label: 'bad' });
    expectProblem(answer, 400, 'invalid_request');
    expect(answer.json).toMatchObject({
      detail: isSqlite ? 'The database refused a value.' : "The constraint 'no_bad_label' is violated.",
    });
    expect(answer.text).not.toContain('<>');
  });

  test('a unique key of several columns names the keys of the body: fields, edges, and what is inside', async () => {
    const shop = await stage.client.post('/articles', { label: 'one', shop: 1, size: { wide: 7 } });
    const combination = 'This combination of shop and label is taken.';
    expect(expectProblem(shop, 409, 'already_exists')).toEqual([
      { pointer: '/shop', code: 'taken', detail: combination },
      { pointer: '/label', code: 'taken', detail: combination },
    ]);
    const size = await stage.client.patch('/articles/1', { size: { wide: 2 } });
    expect(expectProblem(size, 409, 'already_exists')).toMatchObject([
      { pointer: '/size/wide' },
      { pointer: '/label' },
    ]);
  });

  test('of a unique key with a hidden column the others are named', async () => {
    const answer = await stage.client.post('/articles', { code: 'c' });
    const fault = { pointer: '/code', code: 'taken', detail: 'This code is taken.' };
    expect(expectProblem(answer, 409, 'already_exists')).toEqual([fault]);
    expect(answer.text).not.toMatch(sql);
    const mapped = DirectClient.of(stage.database.dataSource, { constraints });
    expect(expectProblem(await mapped.post('/articles', { code: 'c' }), 409, 'already_exists')).toEqual([
      { ...fault, detail: 'Another article has this code.' },
    ]);
  });

  test('a unique key of another table is not one of the body', async () => {
    const answer = await stage.client.patch('/shops/1', { label: 'y', add_articles: [4] });
    expect(expectProblem(answer, 409, 'already_exists')).toEqual([]);
    expect(answer.text).not.toContain('label');
  });
});

test.each<[object, string]>([
  [{ CHK_stok: {} }, "no entity declares a constraint 'CHK_stok'. Did you mean 'CHK_stock'?"],
  [{ CHK_stock: { pointer: '/stok' } }, "points to no key of a request body. Did you mean '/stock'?"],
  [{ CHK_stock: { pointer: 'stock' } }, "'stock' is not a JSON Pointer"],
  [{ CHK_stock: { detail: '' } }, "'' is not a non-empty string"],
  [{ CHK_stock: { detial: 'x' } }, "'detial' is not a member of a note"],
  [{ CHK_stock: '/stock' }, "'/stock' is not a note on a constraint"],
])('%j is refused at the start', async (given, problem) => {
  const mistakes = await mistakesOf([Shop, Article], { constraints: given });
  expect(mistakes).toContain(problem);
  expect(mistakes).toContain('options.constraints');
});
