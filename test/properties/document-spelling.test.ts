// Documents of generated schemas: the lint of spellings finds nothing, whatever is declared. SPELLED_SCHEMAS: how many for each
// database.
import {
  Bulk,
  createApi,
  CursorPagination,
  EagerLoad,
  EdgeCreate,
  EdgeUpdateBulk,
  Export,
  Filter,
  FilterEdge,
  FilterEQ,
  Includable,
  Measure,
  NestedCreate,
  SchemaError,
  SparseFields,
  Sortable,
  Where,
} from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { Matches } from 'class-validator';
import fc from 'fast-check';
import {
  ChildEntity,
  Column,
  Entity,
  ManyToMany,
  ManyToOne,
  JoinTable,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  type DataSource,
} from 'typeorm';
import type { OpenApiDocument } from '../support/declared-response.js';
import { lintSpelling, summarizeFindings } from '../support/document-lint/lint-spelling.js';
import { holds } from '../support/property.js';
import { ServerLog } from '../support/server-log.js';
import { databaseNames, type DatabaseName } from '../support/test-database.js';
import { withoutTables } from '../support/without-tables.js';
import { listDocumentedColumns, type DocumentedColumn } from './documented-columns.js';

type EntityClass = new () => object;

const schemas = Number(process.env.SPELLED_SCHEMAS ?? 50);

/** What a schema has: members of each class, how classes are connected, and what their lists take. */
interface Declaration {
  /** Names of columns; those that a database lacks are left out. */
  readonly columns: readonly string[];
  readonly key: keyof typeof keys;
  readonly isParent: boolean;
  readonly lists: readonly (keyof typeof lists)[];
  readonly edges: readonly (keyof typeof edges)[];
}

/** Decorators of the key, by how it comes to be. */
const keys = {
  counted: [PrimaryGeneratedColumn()],
  countedFar: [PrimaryGeneratedColumn('increment', { type: 'bigint' })],
  random: [PrimaryGeneratedColumn('uuid')],
  chosen: [PrimaryColumn({ type: 'varchar', length: 40 }), Matches(/^[a-z-]+$/)],
} as const satisfies Record<string, DocumentedColumn>;

const lists = {
  where: Where(),
  sparse: SparseFields(),
  cursors: CursorPagination(),
  bulk: Bulk('create', 'update', 'delete'),
  counted: Measure('count'),
  exported: Export('csv', 'ndjson'),
};

const edges = {
  filtered: Filter(FilterEdge),
  eager: EagerLoad(),
  includable: Includable(),
  nested: NestedCreate(),
  created: EdgeCreate(),
  bulk: EdgeUpdateBulk(),
};

const names = [...new Set(databaseNames.flatMap((name) => Object.keys(listDocumentedColumns(name))))];

const declarations: fc.Arbitrary<Declaration> = fc.record({
  columns: fc.subarray(names, { maxLength: 8 }),
  key: fc.constantFrom(...(Object.keys(keys) as (keyof typeof keys)[])),
  isParent: fc.boolean(),
  lists: fc.subarray(Object.keys(lists) as (keyof typeof lists)[]),
  edges: fc.subarray(Object.keys(edges) as (keyof typeof edges)[]),
});

class Place {
  @Column({ type: 'varchar', length: 30 }) @Filter(FilterEQ) city!: string;
  @Column({ type: 'varchar', length: 9, nullable: true }) zip!: string | null;
}

/** A class of each name, connected in both directions; a parent has a child. */
function declare(database: DatabaseName, first: Declaration, second: Declaration): EntityClass[] {
  const columns = listDocumentedColumns(database);
  const Pet = createClass('Pet', first, columns);
  const Owner = createClass('Owner', second, columns);
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

function createClass(
  name: string,
  declaration: Declaration,
  known: Readonly<Record<string, DocumentedColumn>>,
): EntityClass {
  const { [name]: created = class {} } = { [name]: class {} };
  const target = created.prototype as Record<string, never>;
  const columns = declaration.columns.filter((column) => known[column]);
  for (const decorate of keys[declaration.key]) decorate(target, 'id');
  Sortable()(target, 'id');
  Column(() => Place)(target, 'place');
  for (const column of columns) for (const decorate of known[column] ?? []) decorate(target, column);
  for (const list of declaration.lists) lists[list](created);
  Entity()(created);
  if (declaration.isParent) TableInheritance({ column: { type: 'varchar', name: 'kind' } })(created);
  return created;
}

function createChild(parent: EntityClass): EntityClass {
  const name = `Small${parent.name}`;
  const { [name]: created = parent } = { [name]: class extends parent {} };
  Column({ type: 'int', nullable: true })(created.prototype, `${parent.name.toLowerCase()}Weight`);
  ChildEntity()(created);
  return created;
}

describe.each(databaseNames)('%s', (database) => {
  test('the lint finds nothing', async () => {
    let documents = 0;
    await holds(
      fc.asyncProperty(declarations, declarations, async (first, second) => {
        const entities = declare(database, first, second);
        const document = await withoutTables(database, entities, readDocument).catch(refused);
        if (document === null) return;
        documents++;
        expect(summarizeFindings(lintSpelling(document))).toEqual({});
      }),
      schemas,
    );
    expect(documents).toBeGreaterThan(schemas / 2);
  });
});

function readDocument(dataSource: DataSource): OpenApiDocument {
  return openApiDocument(createApi(dataSource, { logger: new ServerLog() }));
}

/** Some declarations contradict each other. */
function refused(error: unknown): null {
  if (error instanceof SchemaError) return null;
  throw error;
}
