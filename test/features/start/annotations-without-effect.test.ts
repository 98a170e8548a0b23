// An annotation that others of the same class leave without effect is a mistake. What an option, a base class or an API with
// other options does to it is none.
import {
  createApi,
  CursorPagination,
  EagerLoad,
  EagerLoadLimit,
  EdgeEndpoint,
  EdgeUpdateBulk,
  ExcludeOperations,
  Export,
  ExportLimit,
  Includable,
  IncludeDepth,
  IncludeOperations,
  ItemsPerPage,
  MaxItemsPerPage,
  MaxOffset,
  OperationDelete,
  OperationDescription,
  OperationID,
  OperationList,
  OperationRead,
  OperationSummary,
  OperationUpdate,
  Pagination,
  RequireFilter,
  Filter,
  FilterEQ,
  Where,
} from '@decorest/core';
import {
  ChildEntity,
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  TableInheritance,
  type Relation,
} from 'typeorm';
import { bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

abstract class Row {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 9 }) @Filter(FilterEQ) label!: string;
}

@Entity()
@IncludeOperations(OperationRead)
@Where()
@Export('csv')
@ExportLimit(10)
@RequireFilter('label.eq')
class Secret extends Row {}

@Entity()
@Pagination(false)
@ItemsPerPage(5)
@MaxOffset(10)
@CursorPagination()
class Whole extends Row {}

@Entity()
@ExportLimit(10)
class Limited extends Row {}

test('each is named with its remedy', async () => {
  expect(await mistakesOf([Secret, Whole, Limited])).toMatchInlineSnapshot(`
    "The API cannot be built: 8 problems.
    - Secret @Where: no endpoint lists the entities of the class, as its annotations leave out the operation. Include OperationList, or remove the annotation.
    - Secret @RequireFilter: no endpoint lists the entities of the class, as its annotations leave out the operation. Include OperationList, or remove the annotation.
    - Secret @Export: no endpoint lists the entities of the class, as its annotations leave out the operation. Include OperationList, or remove the annotation.
    - Secret @ExportLimit: no endpoint lists the entities of the class, as its annotations leave out the operation. Include OperationList, or remove the annotation.
    - Whole @ItemsPerPage: the lists of the class have no pages: @Pagination(false). Remove one of the two.
    - Whole @CursorPagination: the lists of the class have no pages: @Pagination(false). Remove one of the two.
    - Whole @MaxOffset: the lists of the class have no pages: @Pagination(false). Remove one of the two.
    - Limited @ExportLimit: the lists of the class have no exports. Add @Export('csv', 'ndjson'), or remove the annotation."
  `);
});

@Entity()
@ExcludeOperations(OperationDelete, OperationUpdate)
@OperationSummary(OperationDelete, 'Sell it')
@OperationDescription(OperationUpdate, 'Paint it.')
@OperationID(OperationRead, 'get_car')
@IncludeDepth(2)
class Car extends Row {}

@Entity()
class Garage extends Row {
  @OneToMany(() => Stall, ({ garage }) => garage)
  @EdgeEndpoint(false)
  @ItemsPerPage(5)
  @Export('csv')
  @OperationSummary(OperationList, 'All stalls')
  stalls!: Relation<Stall>[];

  @ManyToMany(() => Stall)
  @JoinTable()
  @EagerLoad(false)
  @EagerLoadLimit(5)
  @ExcludeOperations(OperationUpdate)
  @EdgeUpdateBulk()
  best!: Relation<Stall>[];
}

@Entity()
class Stall extends Row {
  @ManyToOne(() => Garage, ({ stalls }) => stalls) garage!: Relation<Garage>;
}

const ofClass = (operation: string) =>
  `the annotations of the class leave out the operation '${operation}'. Include the operation, or remove the annotation.`;
const noEndpoint = 'the edge has no endpoint: @EdgeEndpoint(false). Remove one of the two.';

test('texts of operations, depths and edges are named, too', async () => {
  const mistakes = await mistakesOf([Car, Garage, Stall]);
  expect(mistakes.split('\n').slice(1)).toEqual([
    `- Car @OperationSummary: ${ofClass('delete')}`,
    `- Car @OperationDescription: ${ofClass('update')}`,
    '- Car @IncludeDepth: the class has no edges. Remove the annotation.',
    `- Garage.stalls @Export: ${noEndpoint}`,
    `- Garage.stalls @ItemsPerPage: ${noEndpoint}`,
    `- Garage.stalls @OperationSummary: ${noEndpoint}`,
    '- Garage.best @EagerLoadLimit: no answer embeds the edge: @EagerLoad(false). Remove one of the two, or add @Includable().',
    "- Garage.best @EdgeUpdateBulk: clients cannot replace the links: the edge has no operation 'update'. Include OperationUpdate on the edge, or remove the annotation.",
  ]);
});

@Entity()
class Quay extends Row {
  @OneToMany(() => Boat, ({ quay }) => quay)
  @ExcludeOperations(OperationList)
  @ExportLimit(5)
  boats!: Relation<Boat>[];
}

@Entity()
class Boat extends Row {
  @ManyToOne(() => Quay, ({ boats }) => boats) quay!: Relation<Quay>;
}

test('an edge that is closed by its operations is named, too', async () => {
  expect(await mistakesOf([Quay, Boat])).toBe(
    "The API cannot be built: 1 problem.\n- Quay.boats @ExportLimit: the edge has no endpoint: its annotations leave out the operation 'list'. Include the operation, or remove the annotation.",
  );
});

async function starts(...entities: (new () => object)[]): Promise<boolean> {
  const dataSource = await bareDataSource(entities);
  const { model } = createApi(dataSource, { logger: { error() {}, warn() {} } });
  await dataSource.destroy();
  return model.entities.length === entities.length;
}

/** Requests include its works: `works.limit` has these bounds. */
@Entity()
class Author extends Row {
  @OneToMany(() => Work, ({ author }) => author)
  @EdgeEndpoint(false)
  @Includable()
  @ItemsPerPage(5)
  @MaxItemsPerPage(7)
  works!: Relation<Work>[];
}

@Entity()
@Pagination(false)
@ItemsPerPage(5)
class Work extends Row {
  @ManyToOne(() => Author, ({ works }) => works) author!: Relation<Author>;
}

test('the bounds of an edge that requests include have an effect', async () => {
  expect(await starts(Author, Work)).toBe(true);
});

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
@IncludeDepth(2)
@ExcludeOperations(OperationDelete)
@OperationSummary(OperationDelete, 'Cancel it')
class Ticket extends Row {}

@ChildEntity('seat')
@IncludeOperations(OperationRead, OperationDelete, OperationList)
class SeatTicket extends Ticket {
  @ManyToOne(() => Machine)
  @Includable()
  machine!: Relation<Machine>;
}

test('what a class writes for the classes that extend it is no mistake', async () => {
  expect(await starts(Ticket, SeatTicket, Machine, Part)).toBe(true);
});

abstract class Building extends Row {
  @OneToMany('Door', 'building')
  @ItemsPerPage(5)
  doors!: object[];
}

@Entity()
class Tower extends Building {
  @EdgeEndpoint(false)
  declare doors: object[];
}

@Entity()
class Door extends Row {
  @ManyToOne(() => Tower, 'doors') building!: Relation<Tower>;
}

test('what a base class writes on an edge is no mistake of a class that closes it', async () => {
  const dataSource = await bareDataSource([Tower, Door]);
  expect(createApi(dataSource, { logger: { error() {}, warn() {} } }).model.entities).toHaveLength(2);
  await dataSource.destroy();
});

@ItemsPerPage(5)
@Where()
@Export('csv')
abstract class Common extends Row {}

@Entity()
@Pagination(false)
class Short extends Common {}

@Entity()
@ExcludeOperations(OperationList)
class Single extends Common {}

@Entity()
@ExportLimit(5)
class Exported extends Common {}

/** Listed under its parent. */
@Entity()
@IncludeOperations(OperationRead)
@ItemsPerPage(5)
class Part extends Row {
  @ManyToOne(() => Machine, ({ parts }) => parts) machine!: Relation<Machine>;
}

@Entity()
class Machine extends Row {
  @OneToMany(() => Part, ({ machine }) => machine)
  @EdgeEndpoint(true)
  parts!: Relation<Part>[];
}

@Entity()
@ItemsPerPage(5)
@Where()
@Export('csv')
class Plain extends Row {}

test.each([{}, { defaultOperations: ['read'] }, { disablePagination: true }] as const)(
  'a base class, an edge and the options %j are no mistake',
  async (options) => {
    const dataSource = await bareDataSource([Short, Single, Exported, Part, Machine, Plain]);
    expect(
      createApi(dataSource, { ...options, logger: { error() {}, warn() {} } }).model.entities,
    ).toHaveLength(6);
    await dataSource.destroy();
  },
);
