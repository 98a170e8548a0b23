// Annotations of filters and filter groups.
import type { FilterArgument, FilterEdge, Predicate, PredicateGroup } from '../vocabulary/predicate.js';
import {
  createDecorator,
  type ClassAnnotation,
  type ClassOrEdgeAnnotation,
  type EdgeValue,
  type MemberAnnotation,
} from './decorator-types.js';

type Nothing = null | undefined;
type Scalar = string | number | bigint | boolean | Date | Nothing;
type Listable = string | number | bigint | Date | Nothing;

/** The property types that each predicate can test. A new predicate does not compile until it is listed here. */
interface Testable {
  eq: Scalar;
  neq: Listable;
  in: Listable;
  notIn: Listable;
  gt: Listable;
  gte: Listable;
  lt: Listable;
  lte: Listable;
  null: unknown;
  ieq: string | Nothing;
  has: string | Nothing;
  ihas: string | Nothing;
  prefix: string | Nothing;
  suffix: string | Nothing;
  words: string | Nothing;
  any: readonly unknown[] | Nothing;
  all: readonly unknown[] | Nothing;
  empty: readonly unknown[] | Nothing;
}

type TestableBy<A extends FilterArgument> = A extends Predicate
  ? Testable[A]
  : A extends typeof FilterEdge
    ? EdgeValue
    : A extends PredicateGroup
      ? unknown
      : never;

/** The property types that all the arguments can test. */
export type TestableByAll<A extends FilterArgument> = (
  A extends FilterArgument ? (value: TestableBy<A>) => void : never
) extends (value: infer V) => void
  ? V
  : never;

/**
 * Makes the field filterable with the given predicates or groups of predicates: `?<field>.<predicate>=<value>`. On an edge,
 * `FilterEdge` adds `<edge>.<field>.<predicate>` for the filterable fields of the related entity and `has.<edge>`;
 * `FilterIsNil` adds `<edge>.null`, which tests whether the edge is empty.
 */
export function Filter<A extends FilterArgument>(...predicates: A[]): MemberAnnotation<TestableByAll<A>> {
  return createDecorator({ filters: predicates });
}

/**
 * Adds the field to a named group of filters: `?<name>.<predicate>=<value>` matches when any member of the group matches. The
 * group has the predicates that all its members have. On an edge, adds the target's members of the group. Repeatable.
 */
export function FilterGroup(name: string): MemberAnnotation {
  return createDecorator({ filterGroups: [name] });
}

/**
 * Makes the value at a path of a JSON field filterable: `?<field>.<path>.<predicate>=<value>`. The path consists of keys,
 * joined by dots. `@Schema` must declare the type of the value. Of a group of predicates, the value has those that fit its type.
 * Repeatable.
 */
export function FilterPath(path: string, ...predicates: (Predicate | PredicateGroup)[]): MemberAnnotation {
  return createDecorator({ filterPaths: [{ path, predicates }] });
}

/**
 * Whether lists take `where`: a JSON object of filters, combined with `and`, `or`, `not`, `some.<edge>`, `none.<edge>` and
 * `all.<edge>`. Overrides the option `where`.
 */
export function Where(on = true): ClassAnnotation {
  return createDecorator({ where: on });
}

/** Maximum number of edges on one path of a `where`, from 1 to 3. Overrides the option `filterDepth`. */
export function FilterDepth(edges: number): ClassAnnotation {
  return createDecorator({ filterDepth: edges });
}

/** Requires at least one of the named filters, such as `owner.id.eq`, in lists; a list without one is a 400 (`required`). */
export function RequireFilter(...names: string[]): ClassOrEdgeAnnotation {
  return createDecorator({ requiredFilters: names });
}
