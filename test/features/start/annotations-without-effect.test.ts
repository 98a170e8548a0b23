// An annotation that others of the same class leave without effect is a mistake. What an option, a base class or an API with
// other options does to it is none.
import {
  createApi,
  CursorPagination,
  EdgeEndpoint,
  ExcludeOperations,
  Export,
  ExportLimit,
  IncludeOperations,
  ItemsPerPage,
  MaxOffset,
  OperationList,
  OperationRead,
  Pagination,
  RequireFilter,
  Filter,
  FilterEQ,
  Where,
} from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
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
