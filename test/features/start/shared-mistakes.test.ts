// One mistake in a class is one problem, however many entities extend or embed the class.
import { Description, Filter, FilterContains, ItemsPerPage, Sortable } from '@decorest/core';
import { ChildEntity, Column, Entity, PrimaryGeneratedColumn, TableInheritance } from 'typeorm';
import { anywhere, bareDataSource, mistakesOf, schemaErrorOf } from '../../support/schema-mistakes.js';

abstract class Stored {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('simple-json')
  settings!: object;
}

abstract class Named extends Stored {
  @Column('int')
  @anywhere(Filter(FilterContains))
  size!: number;
}

class Address {
  @Column('simple-json')
  lines!: object;
}

@Entity()
class Shop extends Named {
  @Column(() => Address)
  address!: Address;
}

@Entity()
class Depot extends Named {
  @Column(() => Address)
  place!: Address;
}

@Entity()
class Note extends Stored {}

const noSchema =
  "this JSON column has no schema. Add @Schema({ ... }), or @Schema(SchemaObjectAny) for an object with any properties. The option defaultSchema: 'any' takes any JSON value in all such columns.";
const noPredicate = "'has' does not fit a field of kind integer. Use eq, neq, in, notIn, gt, gte, lt, lte.";

test('base classes and embedded classes are named once, with the entities that have them', async () => {
  const dataSource = await bareDataSource([Shop, Depot, Note]);
  const { problems, message } = schemaErrorOf(dataSource);
  await dataSource.destroy();
  expect(problems.map(({ entity, member, affectedEntities }) => [entity, member, affectedEntities])).toEqual([
    ['Stored', 'settings', ['Shop', 'Depot', 'Note']],
    ['Address', 'lines', ['Shop', 'Depot']],
    ['Named', 'size', ['Shop', 'Depot']],
  ]);
  expect(message).toBe(
    [
      'The API cannot be built: 3 problems.',
      `- Stored.settings @Schema: ${noSchema} (Affects Shop, Depot and Note.)`,
      `- Address.lines @Schema: ${noSchema} (Affects Shop and Depot.)`,
      `- Named.size @Filter: ${noPredicate} (Affects Shop and Depot.)`,
    ].join('\n'),
  );
});

test('a mistake of one entity is named there, and many entities are counted', async () => {
  expect(await mistakesOf([Note])).toContain('\n- Note.settings @Schema: ');
  const others = Array.from({ length: 5 }, (_, at) => {
    const { [`Note${at}`]: Other = Note } = { [`Note${at}`]: class extends Stored {} };
    Entity()(Other);
    return Other;
  });
  expect(await mistakesOf(others)).toBe(
    `The API cannot be built: 1 problem.\n- Stored.settings @Schema: ${noSchema} (Affects Note0, Note1, Note2 and 2 others.)`,
  );
});

test('what a class annotates anew is its own mistake', async () => {
  @Entity()
  class Crate extends Named {
    declare size: number;
  }
  anywhere(Filter(FilterContains))(Crate.prototype, 'size');
  const dataSource = await bareDataSource([Shop, Depot, Crate]);
  const { problems } = schemaErrorOf(dataSource);
  await dataSource.destroy();
  expect(problems.filter(({ member }) => member === 'size')).toMatchObject([
    { entity: 'Named', affectedEntities: ['Shop', 'Depot'] },
    { entity: 'Crate' },
  ]);
});

test('an annotation on an embedded object is a mistake of its entity', async () => {
  @Entity()
  class Van extends Stored {
    @Column(() => Address)
    @anywhere(Filter(FilterContains))
    garage!: Address;
  }
  const dataSource = await bareDataSource([Shop, Depot, Van]);
  const { problems } = schemaErrorOf(dataSource);
  await dataSource.destroy();
  const places = problems.map(({ entity, member }) => `${entity}.${member ?? ''}`);
  expect(places.filter((place) => /lines|garage/.test(place))).toEqual(['Address.lines', 'Van.garage.lines']);
});

test('a parent of single-table inheritance is the place of what its children inherit', async () => {
  @Entity()
  @TableInheritance({ column: { type: 'varchar', name: 'kind' } })
  class Ticket {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column('simple-json')
    seats!: object;
  }
  @ChildEntity('day')
  class DayTicket extends Ticket {}
  const dataSource = await bareDataSource([Ticket, DayTicket]);
  const { problems } = schemaErrorOf(dataSource);
  await dataSource.destroy();
  expect(problems).toMatchObject([
    { entity: 'Ticket', member: 'seats', affectedEntities: ['Ticket', 'DayTicket'] },
  ]);
});

test('an annotation on an embedded object belongs to the class that has the object', async () => {
  class Inner {
    @Column('int') size!: number;
    @Column('simple-json') notes!: object;
    @Column('simple-json') marks!: object;
  }
  abstract class Base {
    @PrimaryGeneratedColumn() id!: number;
    @Column(() => Inner)
    @anywhere(Filter(FilterContains))
    @Description('x')
    inner!: Inner;
  }
  @Entity()
  class Bus extends Base {}
  @Entity()
  class Tram extends Base {}
  const dataSource = await bareDataSource([Bus, Tram]);
  const { problems } = schemaErrorOf(dataSource);
  await dataSource.destroy();
  const places = problems.map(
    ({ entity, member, annotation }) => `${entity}.${member ?? ''} ${annotation ?? ''}`,
  );
  expect([...new Set(places)].sort()).toEqual([
    'Base.inner.marks @Filter',
    'Base.inner.notes @Filter',
    'Base.inner.size @Filter',
    'Inner.marks @Schema',
    'Inner.notes @Schema',
  ]);
});

test('an annotation of a base class, and a name that no member has, are named once', async () => {
  @ItemsPerPage(0)
  abstract class Base {
    @PrimaryGeneratedColumn() id!: number;
  }
  Sortable()(Base.prototype as never, 'nmae');
  @Entity()
  class Bus extends Base {}
  @Entity()
  class Tram extends Base {}
  const message = await mistakesOf([Bus, Tram]);
  expect(message.match(/^- \S+ @\w+/gm)).toEqual(['- Base.nmae @Sortable', '- Base @ItemsPerPage']);
});

test('classes of one name are told apart', async () => {
  const make = (name: string, base: abstract new () => object, decorate: ClassDecorator) => {
    const { [name]: Made = base } = { [name]: class extends (base as new () => object) {} };
    decorate(Made);
    return Made as new () => object;
  };
  const User = make('User', Stored, () => undefined);
  const Own = make('User', User, Entity());
  const Admin = make('Admin', User, Entity());
  const dataSource = await bareDataSource([Own, Admin]);
  const { problems } = schemaErrorOf(dataSource);
  await dataSource.destroy();
  expect(problems).toMatchObject([{ entity: 'Stored', affectedEntities: ['User', 'Admin'] }]);
});
