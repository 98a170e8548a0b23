// @EntityName(): the name of a class in the API, whatever a bundler makes of the one in the code.
import { createApi, EntityName, Filter, FilterEdge, FilterEQ } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import {
  ChildEntity,
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  TableInheritance,
  type DataSource,
  type DataSourceOptions,
  type Relation,
} from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { anywhere, mistakesOf } from '../../support/schema-mistakes.js';
import { withoutTables } from '../../support/without-tables.js';

@Entity('ships')
@EntityName('Ship')
class A {
  @PrimaryGeneratedColumn() id!: number;

  @Column('varchar', { length: 20 })
  @Filter(FilterEQ)
  name!: string;

  @OneToMany(() => B, ({ ship }) => ship)
  @Filter(FilterEdge)
  cargo!: Relation<B>[];
}

@Entity('loads')
@TableInheritance({ column: { type: 'varchar', length: 20, name: 'kind' } })
@EntityName('Load')
class B {
  @PrimaryGeneratedColumn() id!: number;

  @Column('varchar', { length: 20 })
  @Filter(FilterEQ)
  label!: string;

  @ManyToOne(() => A, ({ cargo }) => cargo, { nullable: true })
  ship!: Relation<A> | null;
}

@ChildEntity('crate')
@EntityName('Crate')
class C extends B {}

const entities = [A, B, C];

async function startWith(given: NonNullable<DataSourceOptions['entities']>) {
  const warnings: [object, string][] = [];
  const logger = {
    error: () => undefined,
    warn: (entry: object, text: string) => void warnings.push([entry, text]),
  };
  const document = await withoutTables('sqlite', given, (dataSource) =>
    openApiDocument(createApi(dataSource, { advice: 'off', logger })),
  );
  const named = warnings.filter(([, text]) => text.startsWith('A bundler')).map(([entry]) => entry);
  return { document, named };
}

test('paths, components, operations and tags have the name', async () => {
  const { document, named } = await startWith(entities);
  expect(Object.keys(document.paths ?? {})).toEqual(
    expect.arrayContaining(['/ships', '/ships/{id}', '/ships/{id}/cargo', '/loads', '/crates']),
  );
  const names = Object.keys(document.components?.schemas ?? {});
  expect(names).toEqual(expect.arrayContaining(['Ship', 'ShipCreate', 'LoadItself', 'CrateUpdate']));
  expect(names.filter((one) => /^[ABC]($|[A-Z])/.test(one))).toEqual([]);
  expect(document.paths?.['/ships']?.get).toMatchObject({ operationId: 'list_ships', tags: ['Ship'] });
  expect(named).toEqual([]);
});

test('names that a bundler makes are a warning', async () => {
  @Entity('t1')
  class Xy {
    @PrimaryGeneratedColumn() id!: number;
  }
  @Entity('t2')
  class BigThing {
    @PrimaryGeneratedColumn() id!: number;
  }
  @Entity('t3')
  class BigThing2 {
    @PrimaryGeneratedColumn() id!: number;
  }
  @Entity('t4')
  class Area51 {
    @PrimaryGeneratedColumn() id!: number;
  }
  const { named } = await startWith([Xy, BigThing, BigThing2, Area51]);
  expect(named).toEqual([{ entities: ['Xy', 'BigThing2'] }]);
});

test('mistakes are at the name, two classes cannot share one, and a name is checked', async () => {
  @Entity('one')
  @EntityName('Boat')
  class D {
    @PrimaryGeneratedColumn() id!: number;
    @Column('simple-json') sails!: object;
  }
  @Entity('two')
  class Boat {
    @PrimaryGeneratedColumn() id!: number;
  }
  @Entity('three')
  @anywhere(EntityName('a boat'))
  class E {
    @PrimaryGeneratedColumn() id!: number;
  }
  expect((await mistakesOf([D, Boat, E])).split('\n').slice(1)).toEqual([
    '- Boat: two classes are named Boat. Rename one of them, give it another name with @EntityName(), or leave one out with @Skip().',
    "- a boat @EntityName: 'a boat' is not a name for a class. Use letters and digits, with a capital first.",
    expect.stringMatching(/^- Boat\.sails @Schema: /),
  ]);
});

test('a child has its own name, or that of its class', async () => {
  @Entity('parents')
  @EntityName('Parent')
  class F {
    @PrimaryGeneratedColumn() id!: number;
  }
  @Entity('children')
  class Child extends F {}
  const { document } = await startWith([F, Child]);
  expect(Object.keys(document.paths ?? {})).toEqual(expect.arrayContaining(['/parents', '/children']));
});

forEachDatabase(
  {
    entities,
    options: {},
    fill: async ({ manager }: DataSource) => {
      await manager.save(A, { name: 'Beagle' });
      await manager.save(C, { label: 'finches', ship: { id: 1 } });
    },
  },
  (stage) => {
    test('edges, filters, writes and children work', async () => {
      const { client } = stage;
      expect(valuesOf(await client.get('/ships?cargo.label.eq=finches'), 'name')).toEqual(['Beagle']);
      expect(valuesOf(await client.get('/ships/1/cargo'), 'kind')).toEqual(['crate']);
      expect((await client.post('/crates', { label: 'notes', ship: 1 })).status).toBe(201);
      expect((await client.patch('/loads/2', { ship: null })).status).toBe(200);
      expect(valuesOf(await client.get('/loads?sort=-id'), 'label')).toEqual(['notes', 'finches']);
    });
  },
);
