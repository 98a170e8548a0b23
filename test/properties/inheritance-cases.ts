// Random hierarchies of single-table inheritance, as entities, and requests to them.
import {
  EagerLoad,
  EdgeEndpoint,
  ExcludeOperations,
  Filter,
  ReadOnly,
  Skip,
  type Operation,
} from '@decorest/core';
import { IsIn, Max, Length } from 'class-validator';
import fc from 'fast-check';
import {
  ChildEntity,
  Column,
  Entity,
  ManyToOne,
  PrimaryGeneratedColumn,
  TableInheritance,
  type ColumnOptions,
} from 'typeorm';

/** A column that a class declares. */
export interface ColumnCase {
  readonly name: string;
  readonly type: 'int' | 'varchar' | 'float' | 'boolean';
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  readonly mark: 'none' | 'skip' | 'readonly' | 'unselected' | 'ruled' | 'filtered';
}

/** A class: `parent` is the place of the class it extends, null for the root. */
export interface ClassCase {
  readonly parent: number | null;
  readonly columns: readonly ColumnCase[];
  readonly excluded: readonly Operation[];
  readonly edge: 'none' | 'lazy' | 'eager';
}

/** A class and its place in the hierarchy. */
export interface FamilyMember {
  readonly entity: abstract new () => object;
  readonly name: string;
  /** The value of the discriminator. */
  readonly value: string;
  readonly path: string;
  /** Itself, and all that it extends. */
  readonly line: readonly FamilyMember[];
}

export interface Family {
  readonly label: abstract new () => object;
  readonly members: readonly FamilyMember[];
  /** Names that any class has. */
  readonly names: readonly string[];
}

export const everything: readonly Operation[] = ['create', 'read', 'update', 'delete', 'list'];

const column: fc.Arbitrary<Omit<ColumnCase, 'name'>> = fc.record({
  type: fc.constantFrom('int', 'varchar', 'float', 'boolean'),
  nullable: fc.boolean(),
  hasDefault: fc.boolean(),
  mark: fc.constantFrom('none', 'none', 'skip', 'readonly', 'unselected', 'ruled', 'filtered'),
});

const operations = fc.subarray([...everything], { maxLength: 4 });

/** Two to six classes of one to three levels; some siblings declare a column of the same name. */
export const hierarchies: fc.Arbitrary<readonly ClassCase[]> = fc
  .array(
    fc.record({
      parent: fc.nat(2),
      columns: fc.array(column, { maxLength: 3 }),
      shared: fc.boolean(),
      excluded: fc.oneof(fc.constant([]), operations),
      edge: fc.constantFrom('none' as const, 'lazy' as const, 'eager' as const),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map((drawn) =>
    drawn.map(({ columns, shared, excluded, edge, parent }, at) => ({
      // The classes of the second level are children of the root, those of the third of one of these.
      parent: at === 0 ? null : at <= 2 ? 0 : parent,
      columns: [
        ...columns.map((each, place) => ({ ...each, name: `c${at}x${place}` })),
        ...(shared && at > 0 && at <= 2 ? [sharedColumn] : []),
      ],
      excluded: at === 0 ? [] : excluded,
      edge,
    })),
  );

const sharedColumn: ColumnCase = {
  name: 'shared',
  type: 'varchar',
  nullable: true,
  hasDefault: false,
  mark: 'none',
};

/** The name of the edge that a class declares, if it does. */
export function edgeOf(name: string): string {
  return `edge${name.toLowerCase()}`;
}

let made = 0;

/** Declares the classes. Names are used once, as TypeORM never forgets a class. */
export function familyOf(cases: readonly ClassCase[]): Family {
  const number = ++made;
  const label = { [`Label${number}`]: class {} }[`Label${number}`] as new () => object;
  Entity()(label);
  PrimaryGeneratedColumn()(label.prototype as object, 'id');
  Column({ type: 'varchar', default: '' })(label.prototype as object, 'text');
  const members: FamilyMember[] = [];
  for (const [at, each] of cases.entries())
    members.push(
      declared(`F${number}c${at}`, each, each.parent === null ? null : members[each.parent], label),
    );
  return {
    label,
    members,
    names: [...new Set(cases.flatMap((each) => each.columns.map(({ name }) => name)))],
  };
}

function declared(
  name: string,
  { columns, excluded, edge }: ClassCase,
  parent: FamilyMember | null | undefined,
  label: new () => object,
): FamilyMember {
  const base = (parent?.entity ?? class {}) as new () => object;
  const entity = { [name]: class extends base {} }[name] as new () => object;
  const prototype = entity.prototype as object;
  if (!parent) {
    Entity()(entity);
    TableInheritance({ column: { type: 'varchar', name: 'kind' } })(entity);
    PrimaryGeneratedColumn()(prototype, 'id');
  } else ChildEntity(`value ${name}`)(entity);
  for (const each of columns) declareColumn(prototype, each);
  if (edge !== 'none') {
    const property = edgeOf(name);
    ManyToOne(() => label, { nullable: true })(prototype, property);
    if (edge === 'eager') EagerLoad()(prototype, property as never);
    EdgeEndpoint(true)(prototype, property as never);
  }
  if (excluded.length > 0) ExcludeOperations(...excluded)(entity);
  const member = {
    entity,
    name,
    value: parent ? `value ${name}` : name,
    path: `/${name.toLowerCase()}`,
    line: parent?.line ?? [],
  };
  const line: FamilyMember[] = [...member.line];
  const declaredMember: FamilyMember = { ...member, line };
  line.push(declaredMember);
  return declaredMember;
}

const defaults = { int: 7, varchar: 'default', float: 0.5, boolean: true } as const;

function declareColumn(prototype: object, { name, type, nullable, hasDefault, mark }: ColumnCase): void {
  // Nothing else sets what clients cannot set.
  const isMade = mark === 'skip' || mark === 'readonly';
  const options: ColumnOptions = {
    type: type === 'float' ? 'float' : type,
    nullable: nullable || isMade,
    ...(hasDefault && { default: defaults[type] }),
    ...(mark === 'unselected' && { select: false }),
  };
  Column(options)(prototype, name);
  if (mark === 'skip') Skip()(prototype, name as never);
  if (mark === 'readonly') ReadOnly()(prototype, name as never);
  if (mark === 'filtered') Filter('eq')(prototype, name as never);
  if (mark !== 'ruled') return;
  if (type === 'varchar') Length(2, 4)(prototype, name);
  else if (type === 'boolean') IsIn([true])(prototype, name);
  else Max(3)(prototype, name);
}

/** A value that fits some columns, and breaks the rules of others. */
const values = fc.constantFrom<unknown>(1, 5, 'ab', 'abcdef', 0.25, true, false, null);

/** One request as numbers: its row or class, and its body. */
export interface RequestCase {
  readonly kind: 'read' | 'list' | 'create' | 'update' | 'delete' | 'edge';
  readonly member: number;
  readonly above: number;
  readonly row: number;
  readonly fits: boolean;
  readonly extra: readonly (readonly [number, unknown])[];
}

export const requests: fc.Arbitrary<readonly RequestCase[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('read', 'list', 'create', 'create', 'update', 'update', 'delete', 'edge'),
    member: fc.nat(1_000),
    above: fc.nat(1_000),
    row: fc.nat(1_000),
    fits: fc.boolean(),
    extra: fc.array(fc.tuple(fc.nat(1_000), values), { maxLength: 2 }),
  }),
  { minLength: 12, maxLength: 24 },
);

/** A value that the column takes. */
export function fitting({ type, mark }: ColumnCase): unknown {
  const fits = { int: 2, varchar: 'abc', float: 1.5, boolean: true };
  return mark === 'skip' || mark === 'readonly' ? undefined : fits[type];
}
