// The option leaveOut: what cannot be served is missing from an API that otherwise works, with what depends on it, and one entry
// of the log says so.
import {
  Bulk,
  createApi,
  DefaultSort,
  EdgeCreate,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  IncludeOperations,
  NestedCreate,
  OperationCreate,
  RequireFilter,
  Schema,
  Sortable,
  type ApiOptions,
} from '@decorest/core';
import {
  BeforeInsert,
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  ViewColumn,
  ViewEntity,
  type Relation,
} from 'typeorm';
import { contentOf, entityOf, valuesOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

/** Nothing declares what JSON it is printed as. */
class Money {
  constructor(readonly cents: number) {}
}

const transformer = {
  to: (value: Money | null) => value?.cents,
  from: (cents: number | null) => (cents === null ? null : new Money(cents)),
};

@Entity()
class Coin {
  @PrimaryColumn('int', { transformer }) worth!: Money;
  @Column('varchar', { length: 40 }) name!: string;
}

@Entity()
@DefaultSort('-price')
@Bulk()
class Item {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) @Filter(FilterEQ) name!: string;
  @Column('int', { transformer, nullable: true })
  @Filter(FilterEQ)
  @Sortable()
  @FilterGroup('worth')
  price!: string | number;
  @ManyToOne(() => Coin) @Filter(FilterEdge) coin!: Relation<Coin> | null;
  @ManyToOne(() => Shelf, (shelf) => shelf.items) shelf!: Relation<Shelf> | null;
}

@Entity()
@DefaultSort('name')
@RequireFilter('cost.eq', 'name.eq')
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) @Filter(FilterEQ) @Sortable() name!: string;
  @Column('int', { transformer, default: 0 }) @Filter(FilterEQ) cost!: string | number;
  @OneToMany(() => Item, (item) => item.shelf) @FilterGroup('worth') items!: Relation<Item>[];
  @OneToMany(() => Bill, (bill) => bill.shelf) @EdgeCreate() @NestedCreate() bills!: Relation<Bill>[];
}

/** A bill cannot be made without a sum. */
@Entity()
@Bulk('create', 'delete')
class Bill {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, default: 'open' }) state!: string;
  @Column('int', { transformer }) sum!: Money;
  @ManyToOne(() => Shelf, (shelf) => shelf.bills) shelf!: Relation<Shelf> | null;
}

/** Nor a coin's wear without the coin. */
@Entity()
@IncludeOperations(OperationCreate)
class Wear {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Coin, { nullable: false }) coin!: Relation<Coin>;
}

/** Its listener gives the sum. */
@Entity()
class Gift {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
  @Column('int', { transformer }) sum!: Money;

  @BeforeInsert() give() {
    this.sum = new Money(1);
  }
}

@ViewEntity({ expression: 'SELECT 1 AS one' })
class Total {
  @ViewColumn() one!: number;
}

const entities = [Coin, Item, Shelf, Bill, Wear, Gift, Total];
const leaveOut = 'unservable';

type LeftOut = Readonly<Record<'entity' | 'reason', string>> &
  Readonly<Partial<Record<'member' | 'annotation' | 'operation' | 'remedy', string>>>;

function never(): never {
  throw new Error('Nothing was logged.');
}

/** What the start logs of what is left out. */
async function warningsOf(of: readonly (new () => object)[], options: ApiOptions = {}): Promise<unknown[]> {
  const warnings: unknown[] = [];
  const logger = {
    error() {},
    warn: (entry: object, message?: string) => void warnings.push([message, entry]),
  };
  createApi(await bareDataSource([...of]), { leaveOut, ...options, logger });
  return warnings.filter((each) => JSON.stringify(each).includes('leftOut'));
}

test('one entry of the log has all that is missing, with the reasons', async () => {
  const found = await warningsOf(entities);
  const [[message, { leftOut }] = never()] = found as [string, { leftOut: LeftOut[] }][];
  expect(message).toBe('The API leaves out what it cannot serve.');
  expect(found).toHaveLength(1);
  const lines = leftOut.map(({ entity, member, annotation, operation, reason }) =>
    [entity, member, annotation, operation, reason].filter((word) => word !== undefined).join(' '),
  );
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "Coin its key worth: the type of the values that the transformer returns is unknown.
    Total cannot be served: the view has no key.
    Item price the type of the values that the transformer returns is unknown.
    Item coin it leads to Coin, which is left out.
    Shelf cost the type of the values that the transformer returns is unknown.
    Bill sum the type of the values that the transformer returns is unknown.
    Wear coin it leads to Coin, which is left out.
    Gift sum the type of the values that the transformer returns is unknown.
    Item @DefaultSort it names what is left out.
    Shelf @RequireFilter it names what is left out.
    Shelf items @FilterGroup it names what is left out.
    Bill create every new row needs a value of sum, which is left out.
    Wear create every new row needs a value of coin, which is left out."
  `);
  expect(leftOut.find(({ entity, member }) => entity === 'Item' && member === 'price')).toEqual({
    entity: 'Item',
    member: 'price',
    reason: 'the type of the values that the transformer returns is unknown.',
    remedy:
      "Declare the property as number, string, boolean or Date, with emitDecoratorMetadata, or add @Schema({ ... }). The option defaultSchema: 'any' takes any JSON value in all such columns.",
  });
});

test('nothing is logged where nothing is left out', async () => {
  expect(await warningsOf([Plain])).toEqual([]);
});

@Entity()
class Plain {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity()
@RequireFilter('cost.eq')
class Closed {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int', { transformer }) @Filter(FilterEQ) cost!: string | number;
}

@Entity()
class Wrong {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int') @Schema({ type: 'string' }) size!: number;
}

test('an annotation that is wrong, and a list that would lose its last required filter, stay mistakes', async () => {
  expect(await mistakesOf([Closed, Wrong], { leaveOut })).toMatchInlineSnapshot(`
    "The API cannot be built: 2 problems.
    - Wrong.size @Schema: allows string, but values of this column are of type integer in JSON. Declare the type of the values in JSON, or leave it out.
    - Closed @RequireFilter: Closed has no filter 'cost.eq'. Use the name of a query parameter, such as 'owner.id.eq'."
  `);
});

test('the option takes two words', async () => {
  expect(await mistakesOf([Plain], { leaveOut: 'all' })).toMatchInlineSnapshot(`
    "The API cannot be built: 1 problem.
    - options.leaveOut: 'all' is not a choice of what to leave out. Use nothing, unservable."
  `);
});

const fixture = { entities, options: { leaveOut } satisfies ApiOptions, fill: () => Promise.resolve() };

onEachDatabase(fixture, (stage) => {
  test('what is left is served, and shows nothing of what is missing', async () => {
    const { client } = stage;
    expect(entityOf(await client.post('/shelves', { name: 'low' }))).toEqual({
      id: 1,
      name: 'low',
      edges: {},
    });
    expect(entityOf(await client.post('/items', { name: 'b', shelf: 1 }))).toEqual({
      id: 1,
      name: 'b',
      edges: {},
    });
    expect(entityOf(await client.post('/gifts', { name: 'ring' }))).toMatchObject({ id: 1, name: 'ring' });
    expect((await client.post('/items', { name: 'b', price: 1 })).status).toBe(400);
    expect((await client.post('/items', { name: 'b', coin: 1 })).status).toBe(400);
    expect(valuesOf(await client.get('/items?name.eq=b'), 'name')).toEqual(['b']);
    expect((await client.get('/items?price.eq=1')).status).toBe(400);
    expect((await client.get('/items?has.coin=true')).status).toBe(400);
    expect((await client.get('/coins')).status).toBe(404);
    expect(contentOf(await client.get('/shelves/1/items'))).toEqual([{ id: 1, name: 'b', edges: {} }]);
    expect((await client.get('/shelves')).status).toBe(400);
    expect(contentOf(await client.get('/shelves?name.eq=low'))).toHaveLength(1);
  });

  test('a row that needs a missing value is read and changed, but not created', async () => {
    const { client } = stage;
    const { dataSource } = stage.database;
    await dataSource.getRepository(Bill).save({ sum: new Money(5) });
    expect(entityOf(await client.get('/bills/1'))).toEqual({ id: 1, state: 'open', edges: {} });
    expect(entityOf(await client.patch('/bills/1', { state: 'paid' }))).toEqual({
      id: 1,
      state: 'paid',
      edges: {},
    });
    expect(await dataSource.getRepository(Bill).findOneBy({ id: 1 })).toMatchObject({ sum: new Money(5) });
    const body = { state: 'open' };
    expect((await client.post('/bills', body)).status).toBe(405);
    expect((await client.post('/bills/bulk', [body])).status).toBe(405);
    await client.post('/shelves', { name: 'low' });
    expect((await client.post('/shelves/1/bills', body)).status).toBe(405);
    expect((await client.post('/shelves', { name: 'low', bills: [body] })).status).toBe(400);
    expect((await client.post('/wears', {})).status).toBe(404);
  });
});
