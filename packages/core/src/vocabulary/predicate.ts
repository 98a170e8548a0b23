// The filter predicates, the kinds of field that each fits, and groups of predicates.
import { numericKinds, sortableKinds, type FieldKind } from './field-kind.js';

/** Equal to the value. */
export const FilterEQ = 'eq';
/** Not equal to the value; NULL does not match. */
export const FilterNEQ = 'neq';
/** Equal to one of the values; clients repeat the parameter. */
export const FilterIn = 'in';
/** Equal to none of the values; clients repeat the parameter. NULL does not match. */
export const FilterNotIn = 'notIn';
/** Greater than the value. */
export const FilterGT = 'gt';
/** Greater than or equal to the value. */
export const FilterGTE = 'gte';
/** Less than the value. */
export const FilterLT = 'lt';
/** Less than or equal to the value. */
export const FilterLTE = 'lte';
/** `true`: is NULL; `false`: is not NULL. On an edge: has no related entity; has at least one. */
export const FilterIsNil = 'null';
/** Equal, ignoring case. */
export const FilterEqualFold = 'ieq';
/** Contains the text. */
export const FilterContains = 'has';
/** Contains the text, ignoring case. */
export const FilterContainsFold = 'ihas';
/** Starts with the text. */
export const FilterHasPrefix = 'prefix';
/** Ends with the text. */
export const FilterHasSuffix = 'suffix';
/**
 * Contains each word of the text, ignoring case. White space separates words, quotes keep a phrase together; at most 8 words.
 * In a group, the words may be in different members.
 */
export const FilterContainsWords = 'words';
/** A list that contains at least one of the values; clients repeat the parameter. */
export const FilterHasAny = 'any';
/** A list that contains all of the values; clients repeat the parameter. */
export const FilterHasAll = 'all';
/** On a list, `true`: has no items; `false`: has items or is NULL. */
export const FilterIsEmpty = 'empty';
/** On an edge: filters by the filterable fields of the related entity, and `has.<edge>`. */
export const FilterEdge = 'edge';

/** A test of a field against the value or values of a query parameter. */
export type Predicate =
  | typeof FilterEQ
  | typeof FilterNEQ
  | typeof FilterIn
  | typeof FilterNotIn
  | typeof FilterGT
  | typeof FilterGTE
  | typeof FilterLT
  | typeof FilterLTE
  | typeof FilterIsNil
  | typeof FilterEqualFold
  | typeof FilterContains
  | typeof FilterContainsFold
  | typeof FilterHasPrefix
  | typeof FilterHasSuffix
  | typeof FilterContainsWords
  | typeof FilterHasAny
  | typeof FilterHasAll
  | typeof FilterIsEmpty;

/** The values that a predicate takes: `one`, `many` (a repeated parameter), or a `flag` (`true` or `false`). */
export type Arity = 'one' | 'many' | 'flag';

/** The properties of a predicate: the values that it takes, and the kinds of field that it can test. */
interface PredicateFacts {
  readonly arity: Arity;
  readonly fits: ReadonlySet<FieldKind>;
}

const text = new Set<FieldKind>(['string']);
const listable = new Set([...sortableKinds].filter((kind) => kind !== 'boolean'));
const ordered = new Set<FieldKind>([...numericKinds, 'string', 'date', 'time', 'datetime']);
/** A JSON field is a list only if its schema says so. */
const lists = new Set<FieldKind>(['json', 'array']);
const all = new Set<FieldKind>([...sortableKinds, 'json', 'bytes', 'array']);

/** The properties of each predicate, in the order of the document. */
export const predicates: Readonly<Record<Predicate, PredicateFacts>> = {
  eq: { arity: 'one', fits: sortableKinds },
  neq: { arity: 'one', fits: listable },
  in: { arity: 'many', fits: listable },
  notIn: { arity: 'many', fits: listable },
  gt: { arity: 'one', fits: ordered },
  gte: { arity: 'one', fits: ordered },
  lt: { arity: 'one', fits: ordered },
  lte: { arity: 'one', fits: ordered },
  null: { arity: 'flag', fits: all },
  ieq: { arity: 'one', fits: text },
  has: { arity: 'one', fits: text },
  ihas: { arity: 'one', fits: text },
  prefix: { arity: 'one', fits: text },
  suffix: { arity: 'one', fits: text },
  words: { arity: 'one', fits: text },
  any: { arity: 'many', fits: lists },
  all: { arity: 'many', fits: lists },
  empty: { arity: 'flag', fits: lists },
};

/** All predicates, in the order of the document. */
export const predicateNames = Object.keys(predicates) as readonly Predicate[];

/** `null`. */
export const FilterGroupNil = 'group:nil';
/** `eq`, `neq`, `ieq`, `null`. */
export const FilterGroupEqualExact = 'group:equalExact';
/** `has`, `ihas`, `null`. */
export const FilterGroupContains = 'group:contains';
/** `eq`, `neq`, `ieq`, `null`, `has`, `ihas`, `prefix`, `suffix`. */
export const FilterGroupEqual = 'group:equal';
/** `gt`, `gte`, `lt`, `lte`. */
export const FilterGroupLength = 'group:length';
/** `in`, `notIn`. */
export const FilterGroupArray = 'group:array';

/** A named set of predicates. On a field it stands for those of its predicates that fit the kind of the field. */
export type PredicateGroup =
  | typeof FilterGroupNil
  | typeof FilterGroupEqualExact
  | typeof FilterGroupContains
  | typeof FilterGroupEqual
  | typeof FilterGroupLength
  | typeof FilterGroupArray;

/** The predicates each group stands for. */
export const predicateGroups: Readonly<Record<PredicateGroup, readonly Predicate[]>> = {
  'group:nil': ['null'],
  'group:equalExact': ['eq', 'neq', 'ieq', 'null'],
  'group:contains': ['has', 'ihas', 'null'],
  'group:equal': ['eq', 'neq', 'ieq', 'null', 'has', 'ihas', 'prefix', 'suffix'],
  'group:length': ['gt', 'gte', 'lt', 'lte'],
  'group:array': ['in', 'notIn'],
};

/** An argument of `@Filter`: a predicate, a group of predicates, or `FilterEdge`. */
export type FilterArgument = Predicate | PredicateGroup | typeof FilterEdge;
