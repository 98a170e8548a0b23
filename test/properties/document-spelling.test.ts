// Documents of generated schemas: the lint of spellings finds nothing, whatever is declared.
import {
  Bulk,
  CursorPagination,
  EagerLoad,
  EdgeCreate,
  EdgeUpdateBulk,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqual,
  FilterHasAny,
  Includable,
  NestedCreate,
  Schema,
  SchemaError,
  SparseFields,
  Sortable,
  Where,
} from '@decorest/core';
import fc from 'fast-check';
import {
  ChildEntity,
  Column,
  DeleteDateColumn,
  Entity,
  ManyToMany,
  ManyToOne,
  JoinTable,
  OneToMany,
  PrimaryGeneratedColumn,
  TableInheritance,
  type ColumnOptions,
} from 'typeorm';
import { lintSpelling, summarizeFindings } from '../support/document-lint/lint-spelling.js';
import { documentOf } from '../support/document-of.js';
import { holds } from '../support/property.js';

type EntityClass = new () => object;

/** What a schema has: members of each class, how classes are connected, and what their lists take. */
interface Declaration {
  readonly columns: readonly (keyof typeof columns)[];
  readonly isParent: boolean;
  readonly isDeletedSoftly: boolean;
  readonly lists: readonly (keyof typeof lists)[];
  readonly edges: readonly (keyof typeof edges)[];
}

const object = {
  type: 'object',
  properties: { size: { type: 'integer' }, in: { type: ['object', 'null'], properties: {} } },
};

/** Columns with what may be asked of them. */
const columns = {
  name: [{ type: 'varchar', length: 20 }, FilterGroupEqual],
  nick: [{ type: 'varchar', length: 20, nullable: true, unique: true }, FilterGroupEqual],
  size: [{ type: 'int', default: 1 }, FilterGroupArray],
  hidden: [{ type: 'varchar', length: 9, select: false, default: '' }, null],
  colour: [{ type: 'simple-enum', enum: ['red', 'blue'] }, FilterGroupArray],
  mood: [{ type: 'simple-enum', enum: ['red', 'blue'], nullable: true }, FilterGroupArray],
  about: [{ type: 'simple-json', nullable: true }, null],
  words: [{ type: 'simple-array', nullable: true }, FilterHasAny],
} as const satisfies Record<string, readonly [ColumnOptions, Parameters<typeof Filter>[0] | null]>;

const lists = {
  where: Where(),
  sparse: SparseFields(),
  cursors: CursorPagination(),
  bulk: Bulk('create', 'update', 'delete'),
};

const edges = {
  filtered: Filter(FilterEdge),
  eager: EagerLoad(),
  includable: Includable(),
  nested: NestedCreate(),
  created: EdgeCreate(),
  bulk: EdgeUpdateBulk(),
};

const declarations: fc.Arbitrary<Declaration> = fc.record({
  columns: fc.subarray(Object.keys(columns) as (keyof typeof columns)[]),
  isParent: fc.boolean(),
  isDeletedSoftly: fc.boolean(),
  lists: fc.subarray(Object.keys(lists) as (keyof typeof lists)[]),
  edges: fc.subarray(Object.keys(edges) as (keyof typeof edges)[]),
});

class Place {
  @Column({ type: 'varchar', length: 30 }) @Filter(FilterEQ) city!: string;
  @Column({ type: 'varchar', length: 9, nullable: true }) zip!: string | null;
}

/** A class of each name, connected in both directions; a parent has a child. */
function declare(first: Declaration, second: Declaration): EntityClass[] {
  const Pet = createClass('Pet', first);
  const Owner = createClass('Owner', second);
  const [pet, owner] = [Pet.prototype as object, Owner.prototype as object];
  ManyToOne(() => Owner, 'pets', { nullable: true })(pet, 'owner');
  OneToMany(() => Pet, 'owner')(owner, 'pets');
  ManyToMany(() => Pet)(owner, 'friends');
  JoinTable()(owner, 'friends');
  for (const edge of first.edges.filter((one) => one !== 'bulk' && one !== 'created'))
    edges[edge](pet, 'owner');
  for (const edge of second.edges) edges[edge](owner, 'pets');
  return [Pet, Owner].flatMap((one, at) => ([first, second][at]?.isParent ? [one, createChild(one)] : [one]));
}

function createClass(name: string, declaration: Declaration): EntityClass {
  const { [name]: created = class {} } = { [name]: class {} };
  const target = created.prototype;
  PrimaryGeneratedColumn()(target, 'id');
  Sortable()(target, 'id');
  Column(() => Place)(target, 'place');
  for (const key of declaration.columns) {
    const [options, filter] = columns[key];
    Column(options)(target, key);
    if (filter) Filter(filter)(target, key);
    if (key === 'name') FilterGroup('search')(target, key);
    if (key === 'about') Schema(object)(target, key);
  }
  if (declaration.isDeletedSoftly) DeleteDateColumn()(target, 'deletedAt');
  const filtered = declaration.columns.some((key) => columns[key][1] !== null);
  for (const list of declaration.lists) if (list !== 'where' || filtered) lists[list](created);
  Entity()(created);
  if (declaration.isParent) TableInheritance({ column: { type: 'varchar', name: 'kind' } })(created);
  return created;
}

function createChild(parent: EntityClass): EntityClass {
  const name = `Small${parent.name}`;
  const { [name]: created = parent } = { [name]: class extends parent {} };
  Column({ type: 'int', nullable: true })(created.prototype as object, `${parent.name.toLowerCase()}Weight`);
  ChildEntity()(created);
  return created;
}

test('the lint finds nothing', async () => {
  let documents = 0;
  await holds(
    fc.asyncProperty(declarations, declarations, async (first, second) => {
      const document = await documentOf({ entities: declare(first, second), options: {} }).catch(refused);
      if (document === null) return;
      documents++;
      expect(summarizeFindings(lintSpelling(document))).toEqual({});
    }),
    200,
  );
  expect(documents).toBeGreaterThan(50);
});

/** Some declarations contradict each other. */
function refused(error: unknown): null {
  if (error instanceof SchemaError) return null;
  throw error;
}
