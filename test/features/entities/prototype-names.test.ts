// Members that are called as those of Object.prototype are: fields, edges, embedded objects, parameters and keys.
import {
  EagerLoad,
  Filter,
  FilterEdge,
  FilterGroupArray,
  FilterGroupEqual,
  Schema,
  SchemaObjectAny,
  Sortable,
} from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { entityOf, valuesOf } from '../../support/collection.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

class Parts {
  @Column({ type: 'varchar', length: 9, nullable: true })
  @Filter(FilterGroupEqual)
  propertyIsEnumerable!: never;
}

@Entity()
class Plan {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 9 })
  ['constructor']!: never;
  @Column({ type: 'varchar', length: 9, nullable: true })
  @Filter(FilterGroupEqual)
  @Sortable()
  toString!: never;
  @Column({ type: 'simple-enum', enum: ['a', 'b'], default: 'a', update: false }) hasOwnProperty!: never;
  @Column({ type: 'simple-json', nullable: true }) @Schema(SchemaObjectAny) isPrototypeOf!: never;
  @Column(() => Parts) toLocaleString!: never;
  @ManyToOne(() => Plan, (plan) => plan.__lookupGetter__, { nullable: true })
  @EagerLoad()
  @Filter(FilterEdge)
  valueOf!: never;
  @OneToMany(() => Plan, (plan) => plan.valueOf) __lookupGetter__!: Relation<Plan>[];
}

// TypeScript takes the type of `constructor` from Object, not from the class.
const prototype: Partial<Record<string, never>> = Plan.prototype as never;
Filter(FilterGroupEqual, FilterGroupArray)(prototype, 'constructor');
Sortable()(prototype, 'constructor');

const plans: Fixture = { entities: [Plan], options: { defaultFilterID: true }, fill: async () => {} };
const keys = '{"__proto__":{"x":1},"constructor":{"prototype":1},"toString":null}';

forEachDatabase(plans, (stage) => {
  test('they are written, read, filtered, sorted and related as others are', async () => {
    const first = await stage.client.post('/plans', `{"constructor":"c","isPrototypeOf":${keys}}`);
    expect(first.status).toBe(201);
    expect(first.text).toContain(`"isPrototypeOf":${keys}`);
    expect(entityOf(first)).toMatchObject({
      hasOwnProperty: 'a',
      toLocaleString: { propertyIsEnumerable: null },
    });
    const fields = { constructor: 'd', toString: 't', toLocaleString: { propertyIsEnumerable: 'p' } };
    const second = await stage.client.post('/plans', { ...fields, valueOf: 1 });
    expect(second.json).toMatchObject({ ...fields, edges: { valueOf: { id: 1 } } });
    for (const query of [
      'constructor.eq=d',
      'toString.eq=t',
      'valueOf.constructor.in=c',
      'has.valueOf=true',
      'toLocaleString.propertyIsEnumerable.eq=p',
    ])
      expect(valuesOf(await stage.client.get(`/plans?${query}`), 'id')).toEqual([2]);
    expect(valuesOf(await stage.client.get('/plans?sort=-constructor'), 'id')).toEqual([2, 1]);
    expect((await stage.client.patch('/plans/2', { toString: null, valueOf: null })).status).toBe(200);
  });

  test('they are absent where no value was given', async () => {
    const refused = await stage.client.post('/plans', {});
    expect(places(expectProblem(refused, 400, 'invalid_request'))).toEqual(['/constructor']);
    const unknown = await stage.client.post(
      '/plans',
      '{"constructor":"c","__proto__":1,"propertyIsEnumerable":1}',
    );
    expect(places(expectProblem(unknown, 400, 'invalid_request')).sort()).toEqual([
      '/__proto__',
      '/propertyIsEnumerable',
    ]);
  });
});
