// Random declarations of two entities and a relation: keys whose columns are declared in another order than the class has its
// properties, join columns in any order, join tables declared on either side or both, by decorators or by schemas.
import { EagerLoad, Skip } from '@decorest/core';
import fc from 'fast-check';
import {
  Column,
  Entity,
  EntitySchema,
  EntitySchemaOptions,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
} from 'typeorm';

type Made = new () => object;

/** The key of an entity: the names of its columns as they are declared, and as an instance has them. */
interface KeyOrder {
  readonly declared: readonly string[];
  readonly instance: readonly string[];
}

/** Entities `Left<n>` and `Right<n>`; `right` of a left row leads to right rows, `left` back. */
export interface JoinCase {
  readonly left: KeyOrder;
  readonly right: KeyOrder;
  readonly kind: 'many-to-one' | 'one-to-one' | 'many-to-many';
  /** Which sides of a many-to-many have `@JoinTable()`. */
  readonly tables: 'left' | 'right' | 'both';
  /** Names the join columns, and lists them in this order; null leaves that to TypeORM. */
  readonly joins: readonly string[] | null;
  /** Left rows lead to left rows. */
  readonly isOwn: boolean;
  readonly by: 'decorators' | 'schemas';
  /** The side that leads back is no part of the API. */
  readonly isHidden: boolean;
}

const shuffled = (names: readonly string[]) =>
  fc.shuffledSubarray([...names], { minLength: names.length, maxLength: names.length });

const key = fc.integer({ min: 1, max: 3 }).chain((size) => {
  const names = ['kilo', 'alfa', 'mike'].slice(0, size);
  return fc.record({ declared: shuffled(names), instance: shuffled(names) });
});

export const joinCase: fc.Arbitrary<JoinCase> = fc
  .record({
    left: key,
    right: key,
    kind: fc.constantFrom('many-to-one' as const, 'one-to-one' as const, 'many-to-many' as const),
    tables: fc.constantFrom('left' as const, 'right' as const, 'both' as const),
    isOwn: fc.boolean(),
    by: fc.constantFrom('decorators' as const, 'schemas' as const),
    isHidden: fc.boolean(),
  })
  .chain((made) => {
    const right = made.isOwn ? made.left : made.right;
    return fc
      .option(shuffled(right.declared))
      .map((joins) => ({ ...made, right, joins: made.kind === 'many-to-many' ? null : joins }));
  });

type Decorate = (target: object, member: string) => void;

/** Declares the entities of a case: one for a relation of an entity to itself. */
export function declareJoined(each: JoinCase, number: number): (Made | EntitySchema)[] {
  const Left = makeClass(`Left${number}`, each.left.instance);
  const Right = each.isOwn ? Left : makeClass(`Right${number}`, each.right.instance);
  annotate(each, Left, Right);
  if (each.by === 'schemas') return declareSchemas(each, Left, Right);
  const decorate = (target: Made, member: string, ...all: Decorate[]) => {
    for (const one of all) one(target.prototype as object, member);
  };
  for (const [made, { declared }] of each.isOwn ? [[Left, each.left] as const] : sidesOf(each, Left, Right)) {
    for (const name of declared) decorate(made, name, PrimaryColumn('int'));
    decorate(made, 'note', Column('int', { nullable: true }));
  }
  const named = each.joins?.map((name) => ({ name: `to_${name}`, referencedColumnName: name }));
  const joinColumns = () => (named ? JoinColumn(named) : JoinColumn()) as Decorate;
  const back = (row: object) => Reflect.get(row, 'left') as object;
  const there = (row: object) => Reflect.get(row, 'right') as object;
  switch (each.kind) {
    case 'many-to-one':
      decorate(
        Left,
        'right',
        ManyToOne(() => Right, back),
        joinColumns(),
      );
      decorate(
        Right,
        'left',
        OneToMany(() => Left, there),
      );
      break;
    case 'one-to-one':
      decorate(
        Left,
        'right',
        OneToOne(() => Right, back),
        joinColumns(),
      );
      decorate(
        Right,
        'left',
        OneToOne(() => Left, there),
      );
      break;
    case 'many-to-many':
      decorate(
        Left,
        'right',
        ManyToMany(() => Right, back),
      );
      decorate(
        Right,
        'left',
        ManyToMany(() => Left, there),
      );
      if (each.tables !== 'right') decorate(Left, 'right', JoinTable());
      if (each.tables !== 'left') decorate(Right, 'left', JoinTable({ name: `joined_${number}` }));
  }
  Entity()(Left);
  if (Right !== Left) Entity()(Right);
  return Right === Left ? [Left] : [Left, Right];
}

function sidesOf({ left, right }: JoinCase, Left: Made, Right: Made): (readonly [Made, KeyOrder])[] {
  return [
    [Left, left],
    [Right, right],
  ];
}

function makeClass(name: string, properties: readonly string[]): Made {
  const made = {
    [name]: class {
      constructor() {
        for (const property of properties) Reflect.set(this, property, undefined);
      }
    },
  }[name];
  if (!made) throw new Error(`No class ${name}.`);
  return made;
}

function annotate({ kind, isHidden }: JoinCase, Left: Made, Right: Made): void {
  EagerLoad()(Left.prototype as object, 'right');
  if (isHidden) Skip()(Right.prototype as object, 'left');
  else if (kind !== 'one-to-one') EagerLoad()(Right.prototype as object, 'left');
}

function declareSchemas(each: JoinCase, Left: Made, Right: Made): EntitySchema[] {
  const { left, right, kind, tables, joins, isOwn } = each;
  const columnsOf = ({ declared }: KeyOrder) => ({
    ...Object.fromEntries(declared.map((name) => [name, { type: 'int' as const, primary: true }])),
    note: { type: 'int' as const, nullable: true },
  });
  const joinColumn = joins?.map((name) => ({ name: `to_${name}`, referencedColumnName: name }));
  const isTable = kind === 'many-to-many';
  const there = {
    type: kind,
    target: () => Right,
    inverseSide: 'left',
    ...(isTable ? (tables === 'right' ? {} : { joinTable: true }) : { joinColumn: joinColumn ?? true }),
  };
  const back = {
    type: kind === 'many-to-one' ? ('one-to-many' as const) : kind,
    target: () => Left,
    inverseSide: 'right',
    ...(isTable && tables !== 'left' ? { joinTable: { name: `joined_${Right.name}` } } : {}),
  };
  const relations = isOwn ? { right: there, left: back } : { right: there };
  const of = (target: Made, key: KeyOrder, ofTarget: object) =>
    new EntitySchema<object>(
      Object.assign(new EntitySchemaOptions<object>(), {
        name: target.name,
        target,
        columns: columnsOf(key),
        relations: ofTarget,
      }),
    );
  return isOwn ? [of(Left, left, relations)] : [of(Left, left, relations), of(Right, right, { left: back })];
}
