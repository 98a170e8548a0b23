// @EdgeCreate and @NestedCreate where they have no meaning: found when the API is built.
import {
  createApi,
  EdgeCreate,
  ExcludeOperations,
  NestedCreate,
  OperationCreate,
  SchemaError,
} from '@decorest/core';
import {
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
import { householdEntities } from '../../support/household-entities.js';
import { anywhere, bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

@Entity()
@ExcludeOperations(OperationCreate)
class Leaf {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Tree, ({ leaves }) => leaves)
  @anywhere(EdgeCreate())
  tree!: Relation<Tree>;
}

@ViewEntity({ expression: 'SELECT 1 AS id' })
class Shade {
  @ViewColumn() @PrimaryColumn() id!: number;
  @ManyToOne(() => Tree, ({ shades }) => shades)
  tree!: Relation<Tree>;
}

@Entity()
class Tree {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'int' })
  @anywhere(NestedCreate())
  height!: number;

  @OneToMany(() => Leaf, ({ tree }) => tree)
  @EdgeCreate()
  leaves!: Relation<Leaf>[];

  @OneToMany(() => Shade, ({ tree }) => tree)
  @EdgeCreate()
  shades!: Relation<Shade>[];

  @ManyToOne(() => Tree)
  @NestedCreate()
  @ExcludeOperations(OperationCreate)
  parent!: Relation<Tree>;
}

test('each is named with its remedy', async () => {
  expect(await mistakesOf([Leaf, Shade, Tree])).toMatchInlineSnapshot(`
    "The API cannot be built: 5 problems.
    - Leaf.tree @EdgeCreate: the edge leads to at most one entity. Remove it.
    - Tree.height @NestedCreate: cannot be used on a field: it is for edges. Remove it, or put it on an edge.
    - Tree.parent @NestedCreate: clients cannot set the edge: it has no operation 'create'. Include OperationCreate on the edge, or remove the annotation.
    - Tree.shades @EdgeCreate: an edge to a view is read-only. Remove it.
    - Tree.leaves @EdgeCreate: Leaf has no operation 'create'. Include OperationCreate on Leaf, or remove the annotation."
  `);
});

test('an operation that the option defaultOperations leaves out is no mistake: there are no such creates either', async () => {
  const dataSource = await bareDataSource(householdEntities);
  const api = createApi(dataSource, {
    defaultOperations: ['read', 'list'],
    logger: { error() {}, warn() {} },
  });
  expect(api.routes.list.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(() => createApi(dataSource, { defaultOperations: [] })).toThrow(SchemaError);
  await dataSource.destroy();
});
