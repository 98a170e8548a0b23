// Random schemas as other people write them: names of a parent and a member, base classes three deep, rules of bodies on entities,
// columns without a declared shape, trees, foreign keys to other columns than the key, entities without a class.
import fc from 'fast-check';

/** How the key of an entity comes to be. */
export const keyHabits = ['increment', 'uuid', 'listener', 'initializer', 'composite'] as const;
export type KeyHabit = (typeof keyHabits)[number];

/** How columns are declared: the names of `columnHabits`. */
export const columnNames = [
  'title',
  'email',
  'startsOn',
  'publishedAt',
  'price',
  'amount',
  'lines',
  'settings',
  'labels',
  'extra',
  'blob',
  'status',
  'active',
  'prio',
  'views',
  'password',
  'slug',
  'scores',
  'place',
  'petsCount',
  'address',
  'createdOn',
  'version',
  'deletedAt',
  'ref_id',
] as const;
export type ColumnName = (typeof columnNames)[number];

export const treeHabits = ['ordinary', 'materialized-path', 'closure-table', 'nested-set'] as const;
export type TreeHabit = (typeof treeHabits)[number];

export interface StrangerEntity {
  readonly name: string;
  /** Abstract classes that it extends: the first so many of `Stored`, `Stamped` and `Audited`. */
  readonly bases: 0 | 1 | 2 | 3;
  /** Of an entity without bases. */
  readonly key: KeyHabit;
  /** An EntitySchema without a class has its columns and its relations to others of its kind alone. */
  readonly by: 'decorators' | 'schema';
  readonly columns: readonly ColumnName[];
  readonly tree: TreeHabit | null;
  /** Child classes in its table. */
  readonly hasChildren: boolean;
  /** Annotations of the API, as an author writes them at the first try. */
  readonly isAnnotated: boolean;
}

export interface StrangerRelation {
  /** Positions of entities. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'many-to-one' | 'one-to-one' | 'many-to-many';
  readonly isRequired: boolean;
  readonly hasInverse: boolean;
  /** A property with the foreign key: a column of its own, one with `@RelationId()` too, or `@RelationId()` alone. */
  readonly beside: 'column' | 'both' | 'relation-id' | null;
  /** It refers to the unique column `code` of its target, not to the key. */
  readonly byCode: boolean;
}

export interface StrangerSchema {
  readonly entities: readonly StrangerEntity[];
  readonly relations: readonly StrangerRelation[];
}

/** `Order.items` meets `OrderItem`; `File`, `Problem` and `Map` are names of others. */
const classNames = [
  'Order',
  'OrderItem',
  'OrderItems',
  'Item',
  'ItemList',
  'User',
  'UserRole',
  'Role',
  'user_profile',
  'Category',
  'File',
  'Problem',
  'Session',
  'Map',
  'DataPoint',
  'News',
];

const entity = (name: string): fc.Arbitrary<StrangerEntity> =>
  fc.record({
    name: fc.constant(name),
    bases: fc.constantFrom(0, 0, 1, 2, 3),
    key: fc.constantFrom(...keyHabits),
    by: fc.constantFrom('decorators', 'decorators', 'decorators', 'schema'),
    columns: fc.subarray([...columnNames], { minLength: 1, maxLength: 9 }),
    tree: fc.constantFrom(null, null, null, ...treeHabits),
    hasChildren: fc.constantFrom(false, false, false, true),
    isAnnotated: fc.boolean(),
  });

const relation = (count: number): fc.Arbitrary<StrangerRelation> =>
  fc.record({
    from: fc.nat(count - 1),
    to: fc.nat(count - 1),
    kind: fc.constantFrom('many-to-one', 'many-to-one', 'one-to-one', 'many-to-many'),
    isRequired: fc.boolean(),
    hasInverse: fc.boolean(),
    beside: fc.constantFrom(null, null, 'column', 'both', 'relation-id'),
    byCode: fc.constantFrom(false, false, false, true),
  });

export const strangerSchema: fc.Arbitrary<StrangerSchema> = fc
  .subarray(classNames, { minLength: 1, maxLength: 5 })
  .chain((names) =>
    fc.record({
      entities: fc.tuple(...names.map(entity)),
      relations: fc.uniqueArray(relation(names.length), {
        maxLength: 2 * names.length,
        selector: ({ from, to, kind }) => `${from} ${to} ${kind}`,
      }),
    }),
  );

const steps = [1, 7, 31];

/** An application of so many entities, with the habits of samples, before its author annotates anything. */
export function joinSchemas(sampled: readonly StrangerSchema[], count: number): StrangerSchema {
  const entities = sampled.flatMap((schema) => schema.entities).slice(0, count);
  const relations = sampled.flatMap((schema) => schema.relations);
  return {
    entities: entities.map((one, at) => ({ ...one, name: `${one.name}${spell(at)}`, isAnnotated: false })),
    relations: entities.flatMap((_, from) =>
      steps.map((step, at) => ({
        ...relations[(from * steps.length + at) % relations.length]!,
        from,
        to: (from + step) % count,
      })),
    ),
  };
}

/** A number as letters, since the names of components have no digits. */
function spell(number: number): string {
  const letters = Array.from(String(number), (digit) => 'abcdefghij'.charAt(Number(digit))).join('');
  return letters.charAt(0).toUpperCase() + letters.slice(1);
}
