// Which annotations compile on what. Checked by `npm run typecheck`; nothing here runs.
// Each refused line carries `@ts-expect-error`, so an annotation that grows too lenient breaks the build.
import type { Relation } from 'typeorm';
import {
  annotate,
  AdditionalTags,
  AllowClientIDs,
  DefaultOrder,
  DefaultSort,
  Deprecated,
  Description,
  EagerLoad,
  EagerLoadLimit,
  EdgeEndpoint,
  EdgeUpdateBulk,
  Example,
  ExcludeOperations,
  Filter,
  FilterContains,
  FilterContainsFold,
  FilterEdge,
  FilterEQ,
  FilterEqualFold,
  FilterGroup,
  FilterGroupArray,
  FilterGroupContains,
  FilterGroupEqual,
  FilterGroupEqualExact,
  FilterGroupLength,
  FilterGroupNil,
  FilterGT,
  FilterGTE,
  FilterHasPrefix,
  FilterHasSuffix,
  FilterIn,
  FilterIsNil,
  FilterLT,
  FilterLTE,
  FilterNEQ,
  FilterNotIn,
  Handler,
  IncludeOperations,
  ItemsPerPage,
  MaxItemsPerPage,
  MinItemsPerPage,
  OperationCreate,
  OperationDelete,
  OperationDescription,
  OperationID,
  OperationList,
  OperationRead,
  OperationSummary,
  OperationUpdate,
  OrderAsc,
  OrderDesc,
  Pagination,
  ReadOnly,
  Restore,
  Schema,
  SchemaObjectAny,
  Skip,
  Sortable,
  Tags,
} from '@decorest/core';

enum Mood {
  Calm = 'CALM',
  Wild = 'WILD',
}
type Size = 'S' | 'M' | 'L';
type Branded = string & { readonly brand: 'slug' };

interface Person {
  id: number;
}

// Every right use, on every kind of member.

@DefaultSort('name')
@DefaultOrder(OrderDesc)
@Pagination()
@MinItemsPerPage(1)
@MaxItemsPerPage(50)
@ItemsPerPage(20)
@AllowClientIDs()
@Restore()
@Tags('animals')
@AdditionalTags('public')
@Description('A pet.')
@Deprecated()
@Handler(false)
@IncludeOperations(OperationCreate, OperationRead, OperationUpdate, OperationDelete, OperationList)
@OperationSummary(OperationDelete, 'Gives a pet away')
@OperationDescription(OperationList, 'All pets.')
@OperationID(OperationList, 'all_pets')
export class RightPet {
  @Filter(FilterEQ, FilterNEQ, FilterIn, FilterNotIn, FilterGT, FilterGTE, FilterLT, FilterLTE)
  @Sortable()
  id!: number;

  @Filter(FilterEqualFold, FilterContains, FilterContainsFold, FilterHasPrefix, FilterHasSuffix)
  @Filter(FilterGroupEqual, FilterGroupEqualExact, FilterGroupContains, FilterGroupLength, FilterGroupArray)
  @FilterGroup('search')
  @FilterGroup('text')
  @Sortable()
  @ReadOnly()
  @Example('Rex')
  @Description('What it is called.')
  @Deprecated()
  name!: string;

  @Filter(FilterContainsFold, FilterIsNil, FilterGroupNil, FilterGroupEqual)
  @Sortable()
  @Example('Rexie')
  nickname!: string | null;

  @Filter(FilterContainsFold, FilterIsNil)
  @Sortable()
  nick?: string;

  @Filter(FilterEQ, FilterContainsFold)
  @Sortable()
  slug!: Branded;

  @Filter('eq', 'ihas')
  byWord!: string;

  @Filter(FilterEQ, FilterGroupArray, FilterIsNil)
  @Sortable()
  @Example(Mood.Calm)
  mood!: Mood | null;

  @Filter(FilterEQ, FilterNEQ, FilterIn)
  @Sortable()
  @Example('S')
  size!: Size;

  @Filter(FilterEQ)
  @Sortable()
  @Example(true)
  vaccinated!: boolean;

  @Filter(FilterGroupLength, FilterGTE, FilterIn)
  @Sortable()
  @Example('2020-02-29T12:00:00.000Z')
  bornAt!: Date;

  @Example('2020-02-29T12:00:00.000Z')
  diedAt!: Date | null;

  @Filter(FilterEQ, FilterGT)
  @Sortable()
  @Example('9007199254740993')
  chip!: bigint;

  @Filter(FilterIsNil)
  @Schema(SchemaObjectAny)
  @Example({ anything: [1, 2] })
  extra!: Record<string, unknown> | null;

  @Example(['a', 'b'])
  @Schema({ type: 'array', items: { type: 'string' } })
  labels!: string[];

  @Example(4)
  weight?: number;

  @Example(null)
  height!: number | null;

  @Skip()
  @ReadOnly()
  secret!: string;

  @Filter(FilterEQ)
  @Schema({ type: 'string', format: 'hostname' })
  host!: string;

  @EagerLoad()
  @EagerLoadLimit(-1)
  @EdgeEndpoint(true)
  @Filter(FilterEdge, FilterIsNil)
  @FilterGroup('search')
  @ExcludeOperations(OperationUpdate)
  @Tags('people')
  @OperationID(OperationRead, 'owner_of_pet')
  @Handler(false)
  @Example(1)
  @Skip()
  owner!: Relation<Person> | null;

  @EagerLoad()
  @Filter(FilterEdge)
  maybeOwner?: Person;

  @EagerLoad(false)
  @EdgeUpdateBulk()
  @Pagination(false)
  @ItemsPerPage(5)
  @Filter(FilterEdge)
  @IncludeOperations(OperationList)
  @Example('b1f4')
  friends!: Person[];

  @EagerLoad()
  @Filter(FilterEdge)
  readonly rivals!: readonly Person[];

  @EagerLoad()
  @Filter(FilterEdge)
  @Example(1)
  lazyOwner!: Promise<Person | null>;

  @EdgeUpdateBulk()
  @Filter(FilterEdge)
  lazyFriends!: Promise<Person[]>;
}

// Default sorts: every value of the sort parameter.

@DefaultSort('-name')
export class DescendingByName {
  name!: string;
}

@DefaultSort('friends.count')
export class ByCount {
  friends!: Person[];
}

@DefaultSort('-friends.age.sum')
export class BySum {
  friends!: Person[];
}

@DefaultSort('owner.id')
@DefaultOrder(OrderAsc)
export class ByEdge {
  owner!: Person | null;
}

@DefaultSort('random')
export class ByChance {
  id!: number;
}

@DefaultSort('id')
export abstract class Base {
  id!: number;
}

@DefaultSort('id')
export class Inheriting extends Base {
  constructor(readonly label: string) {
    super();
  }
}

// What must not compile.

// @ts-expect-error no such property
@DefaultSort('nope')
export class UnknownDefaultSort {
  id!: number;
}

// @ts-expect-error no such property behind the minus
@DefaultSort('-nope')
export class UnknownDescendingSort {
  id!: number;
}

// @ts-expect-error no such edge
@DefaultSort('nope.count')
export class UnknownCountSort {
  id!: number;
}

// @ts-expect-error neither `asc` nor `desc`
@DefaultOrder('up')
export class UnknownOrder {
  id!: number;
}

// @ts-expect-error on a member only
@Sortable()
export class SortableClass {
  id!: number;
}

// @ts-expect-error on an edge only
@EagerLoad()
export class EagerClass {
  id!: number;
}

// @ts-expect-error on a member only
@ReadOnly()
export class ReadOnlyClass {
  id!: number;
}

// @ts-expect-error not an operation
@IncludeOperations('destroy')
export class UnknownOperation {
  id!: number;
}

export class WrongFilters {
  // @ts-expect-error a number contains no text
  @Filter('ihas')
  age!: number;

  // @ts-expect-error one of the predicates does not fit
  @Filter(FilterEQ, FilterContainsFold)
  weight!: number;

  // @ts-expect-error prefix is for text
  @Filter(FilterHasPrefix)
  bornAt!: Date;

  // @ts-expect-error a boolean is tested with eq only
  @Filter(FilterNEQ)
  vaccinated!: boolean;

  // @ts-expect-error a boolean has no order
  @Filter(FilterGT)
  tame!: boolean;

  // @ts-expect-error a list of booleans says nothing
  @Filter(FilterIn)
  asleep!: boolean;

  // @ts-expect-error JSON is tested with null only
  @Filter(FilterEQ)
  extra!: Record<string, unknown>;

  // @ts-expect-error a scalar is not an edge
  @Filter(FilterEdge)
  name!: string;

  // @ts-expect-error a number is not an edge
  @Filter(FilterEdge)
  count!: number;

  // @ts-expect-error a date is not an edge
  @Filter(FilterEdge)
  diedAt!: Date;

  // @ts-expect-error bytes are not an edge
  @Filter(FilterEdge)
  picture!: Buffer;

  // @ts-expect-error an edge is not compared
  @Filter(FilterEQ)
  owner!: Person | null;

  // @ts-expect-error an edge contains no text
  @Filter(FilterContainsFold)
  friends!: Person[];

  // @ts-expect-error not a predicate
  @Filter('like')
  pattern!: string;

  // @ts-expect-error text predicate on a nullable number
  @Filter(FilterContains)
  score!: number | null;
}

export class WrongSorts {
  // @ts-expect-error an object has no order
  @Sortable()
  extra!: Record<string, unknown>;

  // @ts-expect-error an edge is sorted by `<edge>.count`, without annotation
  @Sortable()
  friends!: Person[];

  // @ts-expect-error neither has an entity
  @Sortable()
  owner!: Person | null;
}

export class WrongEdges {
  // @ts-expect-error a string is not an edge
  @EagerLoad()
  name!: string;

  // @ts-expect-error a number is not an edge
  @EagerLoadLimit(5)
  age!: number;

  // @ts-expect-error a date is not an edge
  @EdgeEndpoint(true)
  bornAt!: Date;

  // @ts-expect-error a boolean is not an edge
  @EdgeUpdateBulk()
  tame!: boolean;

  // @ts-expect-error bytes are not an edge
  @EagerLoad()
  picture!: Uint8Array;

  // @ts-expect-error a list of words is not an edge
  @EagerLoad()
  labels!: string[];

  // @ts-expect-error pages are for classes and edges
  @ItemsPerPage(5)
  title!: string;

  // @ts-expect-error a field has no endpoint to mount
  @Handler(false)
  subtitle!: string;

  // @ts-expect-error client ids are for classes
  @AllowClientIDs()
  id!: number;

  // @ts-expect-error rows of a class are restored
  @Restore()
  removedAt!: Date | null;

  // @ts-expect-error an edge cannot be deleted as such
  @ExcludeOperations(OperationDelete)
  owner!: Person | null;

  // @ts-expect-error an edge cannot be deleted as such, among others neither
  @IncludeOperations(OperationRead, OperationDelete)
  keeper!: Person | null;
}

export class WrongExamples {
  // @ts-expect-error a word for a number
  @Example('three')
  age!: number;

  // @ts-expect-error a number for a word
  @Example(3)
  name!: string;

  // @ts-expect-error not one of the values
  @Example('XXL')
  size!: Size;

  // @ts-expect-error no flag is an id
  @Example(true)
  owner!: Person;

  // @ts-expect-error a schema is an object
  @Schema('string')
  extra!: Record<string, unknown>;
}

annotate(WrongExamples, {
  age: [Filter(FilterGT), Sortable()],
  owner: [EagerLoad(), Tags('People'), Description('Who feeds it.')],
});
annotate(WrongExamples, [Tags('Animals'), Description('An animal.')]);
// @ts-expect-error a number has no prefix
annotate(WrongExamples, { age: [Filter(FilterHasPrefix)] });
// @ts-expect-error a text is not an edge
annotate(WrongExamples, { name: [EagerLoad()] });
// @ts-expect-error tags are for classes and edges
annotate(WrongExamples, { name: [Tags('People')] });
// @ts-expect-error the class has no such member
annotate(WrongExamples, { nmae: [Sortable()] });
// @ts-expect-error a class is not sortable
annotate(WrongExamples, [Sortable()]);
