// Decimals and bigints that an expression computes, in a virtual column or a view: no column says what their values are.
import { Filter, FilterEQ, FilterGroupArray, FilterGroupLength, policyFor, Sortable } from '@decorest/core';
import {
  Column,
  Entity,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  ViewColumn,
  ViewEntity,
  VirtualColumn,
  type DataSource,
} from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';

@Entity('sale')
class Sale {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int' })
  pieces!: number;

  @Column({ type: 'decimal', precision: 10, scale: 2 })
  price!: string;

  @VirtualColumn({
    type: 'decimal',
    query: (sale) => `SELECT s.pieces * s.price FROM sale s WHERE s.id = ${sale}.id`,
  })
  @Filter(FilterEQ, FilterGroupLength, FilterGroupArray)
  @Sortable()
  amount!: string;

  @VirtualColumn({
    type: 'bigint',
    query: (sale) => `SELECT 9007199254740990 + s.pieces FROM sale s WHERE s.id = ${sale}.id`,
  })
  @Filter(FilterEQ, FilterGroupLength, FilterGroupArray)
  @Sortable()
  serial!: string;

  /** The transformer makes texts of texts: the type of the property tells so beside that of the column. */
  @VirtualColumn({
    type: 'decimal',
    transformer: { to: (value: unknown) => value, from: (value: unknown) => Number(value).toFixed(2) },
    query: (sale) => `SELECT s.pieces * s.price FROM sale s WHERE s.id = ${sale}.id`,
  })
  @Filter(FilterEQ, FilterGroupLength, FilterGroupArray)
  @Sortable()
  rounded!: string;
}

@ViewEntity({
  expression: (dataSource) =>
    dataSource
      .createQueryBuilder()
      .select('s.id', 'id')
      .addSelect('s.pieces * s.price', 'amount')
      .addSelect('9007199254740990 + s.pieces', 'serial')
      .from(Sale, 's'),
})
class Receipt {
  @ViewColumn()
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @ViewColumn()
  @Column({ type: 'decimal', precision: 12, scale: 2 })
  @Filter(FilterEQ, FilterGroupLength, FilterGroupArray)
  @Sortable()
  amount!: string;

  @ViewColumn()
  @Column({ type: 'bigint' })
  @Filter(FilterEQ, FilterGroupLength, FilterGroupArray)
  @Sortable()
  serial!: string;
}

const fixture = {
  entities: [Sale, Receipt],
  options: {},
  fill: async (dataSource: DataSource) => {
    await dataSource.getRepository(Sale).insert([
      { pieces: 2, price: '4.75' },
      { pieces: 1, price: '12.50' },
      { pieces: 3, price: '40.25' },
    ]);
  },
};

forEachDatabase(fixture, (stage) => {
  const filters: [string, number[]][] = [
    ['amount.eq=9.50', [1]],
    ['amount.eq=9.5', [1]],
    ['amount.gt=9.50', [2, 3]],
    ['amount.gte=9.50&amount.lt=120.75', [1, 2]],
    ['amount.lte=12.5', [1, 2]],
    ['amount.in=9.50&amount.in=120.75', [1, 3]],
    ['amount.notIn=9.50', [2, 3]],
    ['serial.eq=9007199254740993', [3]],
    ['serial.lt=9007199254740993', [1, 2]],
    ['serial.in=9007199254740991&serial.in=9007199254740992', [1, 2]],
    ['serial.notIn=9007199254740991', [1, 3]],
  ];

  test.each(filters)('%s finds the same rows of the table and of the view', async (query, ids) => {
    expect(valuesOf(await stage.client.get(`/sales?${query}&sort=id`), 'id')).toEqual(ids);
    expect(valuesOf(await stage.client.get(`/receipts?${query}&sort=id`), 'id')).toEqual(ids);
  });

  test('a policy finds them, too', async () => {
    for (const condition of [
      { amount: '9.50' },
      { amount: ['9.50', '7.00'] },
      { serial: '9007199254740992' },
    ]) {
      const policies = [policyFor(Receipt, () => condition)];
      const client = DirectClient.of(stage.dataSource, { policies });
      expect(valuesOf(await client.get('/receipts'), 'id')).toEqual([1]);
    }
  });

  test('a transformer makes of them what the property declares', async () => {
    const shown = valuesOf(await stage.client.get('/sales?sort=-rounded'), 'rounded');
    expect(shown).toEqual(['120.75', '12.50', '9.50']);
    expect(valuesOf(await stage.client.get('/sales?rounded.gt=9.5&rounded.lt=100'), 'rounded')).toEqual([
      '12.50',
    ]);
  });
});
