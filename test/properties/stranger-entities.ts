// Declares the entities of a stranger's schema: classes as the compiler makes them, and EntitySchemas.
import { Bulk, Filter, Sortable, Where } from '@decorest/core';
import { IsDateString, IsString } from 'class-validator';
import {
  BeforeInsert,
  ChildEntity,
  Column,
  CreateDateColumn,
  Entity,
  EntitySchema,
  EntitySchemaOptions,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  Tree,
  TreeChildren,
  TreeParent,
  UpdateDateColumn,
  type EntitySchemaColumnOptions,
  type EntitySchemaRelationOptions,
} from 'typeorm';
import type { DatabaseName } from '../support/test-database.js';
import { addAnnotation, type Annotated, type Edits, type StrangerClass } from './stranger-annotations.js';
import { columnHabits, decorate, type Member } from './stranger-columns.js';
import { declareRelation, hasOneKey, isNullable, memberOf, type Declared } from './stranger-relations.js';
import type {
  ColumnName,
  KeyHabit,
  StrangerEntity,
  StrangerRelation,
  StrangerSchema,
  TreeHabit,
} from './stranger-schema.js';

/** What the data source takes, and what remedies annotate: by name, base classes included. */
export interface DeclaredSchema {
  readonly entities: readonly (StrangerClass | EntitySchema)[];
  readonly byName: ReadonlyMap<string, StrangerClass | EntitySchema>;
}

/** Declares the entities anew. */
export function declareStrangers(
  schema: StrangerSchema,
  database: DatabaseName,
  edits: Edits,
): DeclaredSchema {
  const bases = declareBases(database);
  const declared: Declared[] = [];
  const related = new Set(schema.relations.filter(({ byCode }) => byCode).map(({ to }) => to));
  for (const [at, spec] of schema.entities.entries()) {
    const of =
      spec.by === 'schema'
        ? declareSchema(spec, relationsOf(schema, at), { database, hasCode: related.has(at), schema })
        : declareClass(spec, bases, { database, hasCode: related.has(at), edits });
    declared.push({ spec, of });
  }
  for (const relation of schema.relations) declareRelation(relation, schema, { declared, edits, database });
  const children = declared.flatMap(({ spec, of }) =>
    spec.hasChildren && typeof of === 'function' ? declareChildren(spec, of) : [],
  );
  const entities = [...declared.map(({ of }) => of), ...children];
  const byName = new Map([
    ...declared.map(({ spec, of }) => [spec.name, of] as const),
    ...[...bases, ...children].map((each) => [each.name, each] as const),
  ]);
  return { entities, byName };
}

/** The relations of an entity without a class: TypeORM joins such entities with each other only. */
function relationsOf({ relations, entities }: StrangerSchema, at: number): readonly StrangerRelation[] {
  return relations.filter(({ from, to }) => from === at && entities[to]?.by === 'schema');
}

/** Three abstract classes, each of which extends the one before. */
function declareBases(database: DatabaseName): readonly StrangerClass[] {
  abstract class Stored {}
  decorate(Stored, 'id', Number, [PrimaryGeneratedColumn()]);
  abstract class Stamped extends Stored {}
  decorate(Stamped, 'createdAt', Date, [CreateDateColumn(), IsDateString()]);
  decorate(Stamped, 'updatedAt', Date, [UpdateDateColumn()]);
  abstract class Audited extends Stamped {}
  declareColumns(Audited, ['settings', 'lines', 'prio'], database);
  decorate(Audited, 'note', String, [Column({ nullable: true }), IsString()]);
  return [Stored, Stamped, Audited];
}

interface Place {
  readonly database: DatabaseName;
  /** Others refer to its column `code`. */
  readonly hasCode: boolean;
}

function declareClass(
  spec: StrangerEntity,
  bases: readonly StrangerClass[],
  { database, hasCode, edits }: Place & Pick<Annotated, 'edits'>,
): StrangerClass {
  const base = bases[spec.bases - 1] ?? class {};
  const inherited: readonly ColumnName[] = spec.bases === 3 ? ['settings', 'lines', 'prio'] : [];
  const columns = spec.columns.filter((name) => !inherited.includes(name));
  const initials = [...columns, ...inherited].flatMap((name) =>
    'initial' in columnHabits[name] ? [[name, columnHabits[name].initial] as const] : [],
  );
  const made = {
    [spec.name]: class extends base {
      constructor() {
        super();
        Object.assign(this, Object.fromEntries(initials));
        if (spec.bases === 0 && spec.key === 'initializer') Object.assign(this, { id: createKey() });
      }
    },
  };
  const declared = made[spec.name] as StrangerClass;
  if (spec.bases === 0) declareKey(declared, spec);
  declareColumns(declared, columns, database);
  if (hasCode) decorate(declared, 'code', String, [Column({ unique: true, length: 40 })]);
  if (spec.hasChildren) TableInheritance({ column: { type: 'varchar', name: 'kind' } })(declared);
  if (spec.tree !== null && hasOneKey(spec)) declareTree(declared, spec.tree);
  if (spec.isAnnotated) annotateClass({ target: declared, edits }, columns);
  Entity()(declared);
  return declared;
}

let keys = 0;
function createKey(): string {
  return `key-${++keys}`;
}

/** Keys of one column. */
const keyDecorators: Readonly<Record<Exclude<KeyHabit, 'composite'>, () => [unknown, PropertyDecorator]>> = {
  increment: () => [Number, PrimaryGeneratedColumn()],
  uuid: () => [String, PrimaryGeneratedColumn('uuid')],
  initializer: () => [String, PrimaryColumn({ type: 'varchar', length: 40 })],
  listener: () => [String, PrimaryColumn({ type: 'varchar', length: 40 })],
};

function declareKey(target: StrangerClass, { key }: StrangerEntity): void {
  if (key === 'composite') {
    decorate(target, 'tenant', Number, [PrimaryColumn('int')]);
    decorate(target, 'number', Number, [PrimaryColumn('int')]);
    return;
  }
  const [type, decorator] = keyDecorators[key]();
  decorate(target, 'id', type, [decorator]);
  if (key !== 'listener') return;
  Object.defineProperty(target.prototype, 'assignId', {
    value(this: { id?: string }) {
      this.id ??= createKey();
    },
  });
  BeforeInsert()(target.prototype as object, 'assignId');
}

function declareColumns(target: StrangerClass, columns: readonly ColumnName[], database: DatabaseName): void {
  for (const name of columns) {
    const { type, options, decorators } = columnHabits[name];
    const column = options ? [Column(options(database)) as Member] : [];
    decorate(target, name, type, [...column, ...decorators]);
  }
}

function declareTree(target: StrangerClass, tree: TreeHabit): void {
  if (tree === 'ordinary') {
    decorate(target, 'parent', Object, [ManyToOne(() => target, 'children', { nullable: true })]);
    decorate(target, 'children', Array, [OneToMany(() => target, 'parent')]);
    return;
  }
  Tree(tree)(target);
  decorate(target, 'parent', Object, [TreeParent()]);
  decorate(target, 'children', Array, [TreeChildren()]);
}

function annotateClass(annotated: Annotated, columns: readonly ColumnName[]): void {
  addAnnotation(annotated, '@Bulk', Bulk());
  const [first] = columns.filter((name) => name === 'title' || name === 'email' || name === 'price');
  if (first === undefined) return;
  addAnnotation(annotated, '@Where', Where());
  addAnnotation(annotated, '@Filter', Filter('eq'), first);
  addAnnotation(annotated, '@Sortable', Sortable(), first);
}

/** Two, one of which has a column of its own. */
function declareChildren({ name }: StrangerEntity, parent: StrangerClass): readonly StrangerClass[] {
  const children = ['Small', 'Large'].map((size) => {
    const made = { [`${size}${name}`]: class extends parent {} };
    return made[`${size}${name}`] as StrangerClass;
  });
  const [small] = children;
  if (small) decorate(small, 'size', Number, [Column({ type: 'int', nullable: true })]);
  for (const child of children) ChildEntity()(child as new () => object);
  return children;
}

/** An entity without a class: its columns and its own relations. */
function declareSchema(
  { name, columns }: StrangerEntity,
  relations: readonly StrangerRelation[],
  { database, hasCode, schema }: Place & { readonly schema: StrangerSchema },
): EntitySchema {
  const listed = columns.flatMap((column): [string, EntitySchemaColumnOptions][] => {
    const { options, type } = columnHabits[column];
    if (!options) return [];
    return [[column, { type: type as 'int', ...options(database) } as EntitySchemaColumnOptions]];
  });
  const code: EntitySchemaColumnOptions = { type: 'varchar', length: 40, unique: true };
  const related = relations.map((relation): [string, EntitySchemaRelationOptions] => {
    const member = memberOf(relation, schema);
    return [
      member,
      {
        type: relation.kind,
        target: schema.entities[relation.to]?.name ?? '',
        nullable: isNullable(relation),
        ...(relation.kind === 'many-to-many'
          ? { joinTable: true }
          : {
              joinColumn: relation.byCode ? { name: `${member}_code`, referencedColumnName: 'code' } : true,
            }),
      },
    ];
  });
  const options = Object.assign(new EntitySchemaOptions<object>(), {
    name,
    columns: {
      id: { type: 'int', primary: true, generated: true },
      ...Object.fromEntries(listed),
      ...(hasCode && { code }),
    },
    relations: Object.fromEntries(related),
  });
  return new EntitySchema<object>(options);
}
