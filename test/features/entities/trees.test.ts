// Trees of TypeORM: their edges to the parent and the children are read as any others. Those whose shape TypeORM stores a second
// time take no new rows and are not moved, so that they stay as save() left them.
import {
  EagerLoad,
  EdgeCreate,
  Filter,
  FilterEdge,
  FilterEQ,
  Includable,
  IncludeOperations,
  NestedCreate,
  OperationCreate,
  OperationRead,
  OperationUpdate,
  Sortable,
} from '@decorest/core';
import {
  Column,
  Entity,
  ManyToOne,
  PrimaryGeneratedColumn,
  Tree,
  TreeChildren,
  TreeParent,
  type Relation,
  type TreeRepository,
} from 'typeorm';
import { contentOf, edgesOf, entityOf, valuesOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { mistakesOf } from '../../support/schema-mistakes.js';

abstract class Node {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) @Filter(FilterEQ) @Sortable() name!: string;
}

@Entity()
@Tree('adjacency-list')
class Folder extends Node {
  @TreeParent() @Filter(FilterEdge) @EagerLoad() parent!: Relation<Folder> | null;
  @TreeChildren() @EdgeCreate() @Filter(FilterEdge) children!: Relation<Folder>[];
}

@Entity()
@Tree('materialized-path')
class Region extends Node {
  @TreeParent() @Filter(FilterEdge) @EagerLoad() parent!: Relation<Region> | null;
  @TreeChildren() @Filter(FilterEdge) children!: Relation<Region>[];
}

@Entity()
@Tree('nested-set')
class Unit extends Node {
  @TreeParent() @Filter(FilterEdge) @EagerLoad() parent!: Relation<Unit> | null;
  @TreeChildren() @Filter(FilterEdge) children!: Relation<Unit>[];
}

@Entity()
@Tree('closure-table')
class Topic extends Node {
  @TreeParent() @Filter(FilterEdge) @EagerLoad() parent!: Relation<Topic> | null;
  @TreeChildren() @Filter(FilterEdge) children!: Relation<Topic>[];
}

/** A row beside a tree refers to it as to any other. */
@Entity()
class Office extends Node {
  @ManyToOne(() => Unit) @Includable() unit!: Relation<Unit> | null;
}

const fixture = {
  entities: [Folder, Region, Unit, Topic, Office],
  options: {},
  fill: () => Promise.resolve(),
};

const kinds = [
  ['folders', Folder],
  ['regions', Region],
  ['units', Unit],
  ['topics', Topic],
] as const;
const stored = kinds.slice(1);

onEachDatabase(fixture, (stage) => {
  const treeOf = (entity: (typeof kinds)[number][1]): TreeRepository<Node & { parent: Node | null }> =>
    stage.database.dataSource.getTreeRepository<Node & { parent: Node | null }>(entity);

  /** A root with two children, one of which has a child. */
  async function grow(entity: (typeof kinds)[number][1]): Promise<void> {
    await stage.database.empty();
    const tree = treeOf(entity);
    const add = (name: string, parent: Node | null) => tree.save(tree.create({ name, parent }));
    const root = await add('root', null);
    const left = await add('left', root);
    await add('right', root);
    await add('leaf', left);
  }

  test.each(kinds)('%s: the parent and the children of a row', async (path, entity) => {
    await grow(entity);
    const { client } = stage;
    expect(valuesOf(await client.get(`/${path}/1/children?sort=name`), 'name')).toEqual(['left', 'right']);
    expect(entityOf(await client.get(`/${path}/4/parent`))).toMatchObject({ id: 2, name: 'left' });
    expect((await client.get(`/${path}/1/parent`)).status).toBe(404);
    expect(edgesOf(entityOf(await client.get(`/${path}/4`)))).toMatchObject({ parent: { name: 'left' } });
    expect(valuesOf(await client.get(`/${path}?parent.name.eq=root&sort=id`), 'id')).toEqual([2, 3]);
    expect(valuesOf(await client.get(`/${path}?children.name.eq=leaf`), 'id')).toEqual([2]);
    expect(valuesOf(await client.get(`/${path}?has.children=false&sort=id`), 'id')).toEqual([3, 4]);
    expect(contentOf(await client.get(`/${path}?sort=children.count`))).toHaveLength(4);
    expect(contentOf(await client.get(`/${path}?sort=-parent.name`))).toHaveLength(4);
  });

  test.each(stored)('%s: no row is created or moved, and the document says so', async (path, entity) => {
    await grow(entity);
    const { client } = stage;
    expect((await client.post(`/${path}`, { name: 'new' })).status).toBe(405);
    for (const body of [{ parent: 3 }, { parent: null }, { children: [4] }, { add_children: [4] }])
      expectProblem(await client.patch(`/${path}/2`, body), 400, 'invalid_request');
    const paths = client.document.paths as Record<string, object>;
    expect(Object.keys(paths[`/${path}`] ?? {})).not.toContain('post');
    expect(Object.keys(paths[`/${path}/{id}`] ?? {})).toEqual(
      expect.arrayContaining(['get', 'patch', 'delete']),
    );
  });

  test.each(stored)('%s: what remains leaves the tree as save() left it', async (path, entity) => {
    await grow(entity);
    const { client } = stage;
    expect((await client.patch(`/${path}/4`, { name: 'renamed' })).status).toBe(200);
    expect((await client.delete(`/${path}/1`)).status).toBe(409);
    expect((await client.delete(`/${path}/3`)).status).toBe(204);
    const tree = treeOf(entity);
    const [root] = await tree.findTrees();
    expect(root).toMatchObject({
      name: 'root',
      children: [{ name: 'left', children: [{ name: 'renamed', children: [] }] }],
    });
    // TypeORM's own writes go on where they were.
    const left = await tree.findOneByOrFail({ name: 'left' });
    await tree.save(tree.create({ name: 'late', parent: left }));
    const below = await tree.findDescendants(left);
    expect(below.map(({ name }) => name).sort()).toEqual(['late', 'left', 'renamed']);
    const leaf = await tree.findOneByOrFail({ name: 'renamed' });
    expect((await tree.findAncestors(leaf)).map(({ name }) => name).sort()).toEqual([
      'left',
      'renamed',
      'root',
    ]);
  });

  test('an adjacency list is written by all ways, as save() writes it', async () => {
    await grow(Folder);
    const { client } = stage;
    expect(entityOf(await client.post('/folders', { name: 'new', parent: 3 }))).toMatchObject({ id: 5 });
    expect((await client.patch('/folders/5', { parent: 4 })).status).toBe(200);
    expect((await client.post('/folders/5/children', { name: 'newest' })).status).toBe(201);
    expect((await client.patch('/folders/3', { add_children: [] })).status).toBe(200);
    const folders = await stage.database.dataSource
      .getRepository(Folder)
      .find({ relations: { parent: true }, order: { id: 'ASC' } });
    const parents = folders.map(({ name, parent }) => [name, parent?.name]);
    expect(parents).toEqual([
      ['root', undefined],
      ['left', 'root'],
      ['right', 'root'],
      ['leaf', 'left'],
      ['new', 'leaf'],
      ['newest', 'new'],
    ]);
  });

  test('a row beside the tree refers to its rows', async () => {
    await grow(Unit);
    const { client } = stage;
    expect(entityOf(await client.post('/offices', { name: 'north', unit: 4 }))).toMatchObject({ id: 1 });
    expect(edgesOf(entityOf(await client.get('/offices/1?include=unit')))).toMatchObject({
      unit: { name: 'leaf' },
    });
  });
});

@Entity()
@Tree('nested-set')
@IncludeOperations(OperationCreate, OperationRead)
class Branch extends Node {
  @TreeParent() @IncludeOperations(OperationUpdate) parent!: Relation<Branch> | null;
  @TreeChildren() @EdgeCreate() children!: Relation<Branch>[];
}

@Entity()
class Bird extends Node {
  @ManyToOne(() => Branch) @NestedCreate() branch!: Relation<Branch> | null;
}

test('annotations that ask for what only TypeORM can write are mistakes', async () => {
  expect(await mistakesOf([Branch, Bird])).toMatchInlineSnapshot(`
    "The API cannot be built: 4 problems.
    - Branch @IncludeOperations: only TypeORM can create rows of a tree (nested-set): it has no operation 'create'. Remove 'create'.
    - Branch.parent @IncludeOperations: only TypeORM can create and move rows of a tree (nested-set): it has no operation 'update'. Remove 'update'.
    - Branch.children @EdgeCreate: only TypeORM can create and move rows of a tree (nested-set). Remove it.
    - Bird.branch @NestedCreate: only TypeORM can create and move rows of a tree (nested-set). Remove it."
  `);
});
