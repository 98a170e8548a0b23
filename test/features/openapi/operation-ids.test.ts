// Ids of operations: each operation has one that no other has, whatever classes and edges are called. Only two annotations with
// one id are a mistake.
import {
  Bulk,
  createApi,
  EdgeCreate,
  Measure,
  OperationDescription,
  OperationID,
  OperationList,
  OperationSummary,
  Restore,
  type Route,
} from '@decorest/core';
import fc from 'fast-check';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSourceOptions,
  type Relation,
} from 'typeorm';
import { holds } from '../../support/property.js';
import { ServerLog } from '../../support/server-log.js';
import { bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

/** The operations of an API by method and path: `GET /pets`. */
async function operationsOf(
  entities: NonNullable<DataSourceOptions['entities']>,
): Promise<ReadonlyMap<string, Route>> {
  const dataSource = await bareDataSource(entities);
  try {
    const { routes } = createApi(dataSource, { logger: new ServerLog() });
    return new Map(routes.list.map((route) => [`${route.method} ${route.path}`, route]));
  } finally {
    await dataSource.destroy();
  }
}

abstract class Row {
  @PrimaryGeneratedColumn() id!: number;
}

type Class = new () => object;

/** Declares a class with edges; all its operations are open, those of many rows and of groups as well. */
function declare(name: string, targets: ReadonlyMap<string, () => Class>): Class {
  const declared = { [name]: class extends Row {} }[name] as Class;
  for (const [member, target] of targets) {
    ManyToMany(target)(declared.prototype as object, member);
    JoinTable()(declared.prototype as object, member);
    Reflect.decorate([EdgeCreate() as PropertyDecorator], declared.prototype as object, member);
  }
  Reflect.decorate([Entity(), Bulk() as ClassDecorator, Measure('count')], declared);
  return declared;
}

/** Words of which names are made: a member continues the name of its class, so that `Order.items` meets `OrderItem`. */
const words = ['order', 'item', 'items'];
const named = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 2 });
const toPascalCase = (parts: readonly string[]) =>
  parts.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
const toCamelCase = ([first = '', ...others]: readonly string[]) => first + toPascalCase(others);
const schemas = fc.uniqueArray(
  fc.record({
    name: named,
    members: fc.uniqueArray(named, { minLength: 1, maxLength: 3, selector: toCamelCase }),
  }),
  { minLength: 3, maxLength: 4, selector: ({ name }) => toPascalCase(name) },
);

test('no two operations of any schema share an id', async () => {
  const met = { distinct: 0 };
  await holds(
    fc.asyncProperty(schemas, async (schema) => {
      const classes: Class[] = [];
      for (const [at, { name, members }] of schema.entries()) {
        const edges = members.map(
          (member, edge) => [toCamelCase(member), () => classes[(at + edge) % schema.length]!] as const,
        );
        classes.push(declare(toPascalCase(name), new Map(edges)));
      }
      const ids = [...(await operationsOf(classes)).values()].map(({ operationId }) => operationId);
      expect(new Set(ids).size).toBe(ids.length);
      met.distinct += ids.filter((id) => id.includes('_of_')).length;
    }),
    40,
  );
  expect(met.distinct).toBeGreaterThan(0);
});

test('a class keeps its usual id, and the edge gives way; of two edges, both do', async () => {
  @Entity()
  class Order extends Row {
    @OneToMany(() => OrderItem, (item) => item.order) items!: Relation<OrderItem>[];
    @ManyToMany(() => Order) @JoinTable() itemOrders!: Order[];
  }
  @Entity()
  class OrderItem extends Row {
    @ManyToOne(() => Order, (order) => order.items) order!: Order;
    @ManyToMany(() => Order) @JoinTable() orders!: Order[];
  }
  const operations = await operationsOf([Order, OrderItem]);
  expect(operations.get('GET /order-items')?.operationId).toBe('list_order_items');
  expect(operations.get('GET /orders/{id}/items')?.operationId).toBe('list_items_of_order');
  expect(operations.get('GET /orders/{id}/item-orders')?.operationId).toBe('list_item_orders_of_order');
  expect(operations.get('GET /order-items/{id}/orders')?.operationId).toBe('list_orders_of_order_item');
  expect(operations.get('GET /order-items/{id}/order')?.operationId).toBe('read_order_item_order');
});

test('annotations name every operation, and a usual id gives way to theirs', async () => {
  @Entity()
  @Bulk()
  @Measure('count')
  @Restore()
  @OperationID('aggregate', 'count_parts')
  @OperationID('restore', 'bring_part_back')
  @OperationID('bulk-create', 'list_wheels')
  @OperationSummary('bulk-update', 'Change them all')
  @OperationDescription('bulk-delete', 'Nothing is lost.')
  class Part extends Row {
    @DeleteDateColumn() deletedAt!: Date | null;
    @ManyToOne(() => Wheel, (wheel) => wheel.parts) wheel!: Relation<Wheel>;
  }
  @Entity()
  class Wheel extends Row {
    @OneToMany(() => Part, (part) => part.wheel)
    @EdgeCreate()
    @OperationID('aggregate', 'count_parts_of_wheel')
    @OperationID('create', 'fit_part')
    parts!: Part[];
  }
  const operations = await operationsOf([Part, Wheel]);
  const idOf = (route: string) => operations.get(route)?.operationId;
  expect(idOf('GET /parts/aggregate')).toBe('count_parts');
  expect(idOf('POST /parts/{id}/restore')).toBe('bring_part_back');
  expect(idOf('POST /parts/bulk')).toBe('list_wheels');
  expect(operations.get('PATCH /parts')).toMatchObject({
    operationId: 'bulk_update_parts',
    summary: 'Change them all',
  });
  expect(operations.get('DELETE /parts')?.description).toBe('Nothing is lost.');
  expect(idOf('GET /wheels/{id}/parts/aggregate')).toBe('count_parts_of_wheel');
  expect(idOf('POST /wheels/{id}/parts')).toBe('fit_part');
  expect(idOf('GET /wheels')).toBe('list_the_wheels');
});

test('classes that inherit an annotation add their name to its id', async () => {
  abstract class Machine extends Row {
    @ManyToMany(() => Engine) @JoinTable() @OperationID(OperationList, 'parts_of') parts!: Engine[];
  }
  @Entity()
  class Engine extends Machine {}
  @Entity()
  class Pump extends Machine {}
  @Entity()
  class HandPump extends Pump {}
  const all = await operationsOf([Engine, Pump, HandPump]);
  expect(all.get('GET /engines/{id}/parts')?.operationId).toBe('parts_of_engine');
  expect(all.get('GET /pumps/{id}/parts')?.operationId).toBe('parts_of_pump');
  expect(all.get('GET /hand-pumps/{id}/parts')?.operationId).toBe('parts_of_hand_pump');
  const one = await operationsOf([Engine]);
  expect(one.get('GET /engines/{id}/parts')?.operationId).toBe('parts_of');
});

test('a base class that is served keeps the id that it has written', async () => {
  @Entity()
  @OperationID(OperationList, 'machines')
  class Machine extends Row {}
  @Entity()
  class Pump extends Machine {
    @Column({ type: 'int' }) litres!: number;
  }
  const operations = await operationsOf([Pump, Machine]);
  expect(operations.get('GET /machines')?.operationId).toBe('machines');
  expect(operations.get('GET /pumps')?.operationId).toBe('machines_pump');
});

test('two annotations of one id, and operations that do not exist, are mistakes', async () => {
  @Entity()
  @Measure('count')
  @OperationID('aggregate', 'same')
  @OperationID(OperationList, 'same')
  class Part extends Row {}
  expect(await mistakesOf([Part])).toMatch(
    "Part @OperationID: GET /parts and GET /parts/aggregate have the same operation id 'same'. Give one of them another id.",
  );
  @Entity()
  @OperationID('bulk_create' as 'bulk-create', 'x')
  class Wheel extends Row {}
  expect(await mistakesOf([Wheel])).toMatch(
    "Wheel @OperationID: 'bulk_create' is not an operation. Did you mean 'bulk-create'? Use create, read,",
  );
  @Entity()
  @OperationID('restore', '')
  class Axle extends Row {}
  expect(await mistakesOf([Axle])).toMatch("Axle @OperationID: '' is not a non-empty string.");
});
