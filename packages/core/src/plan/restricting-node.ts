// A planned condition with its values in place, as the judgement of conditions walks through it: tests of single rows, and the
// edges that lead to them.
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { FilterTarget, FilterTest } from '../model/query-model.js';
import { groupByEdge } from './condition-edges.js';
import type { Condition, FilterTerm } from './terms.js';

/** A planned condition and its values. */
export interface ConditionWithValues {
  readonly filters: readonly FilterTerm[];
  readonly junction: 'and' | 'or';
  readonly where: Condition | null;
  /** In slot order, from `firstSlot` on. */
  readonly values: readonly unknown[];
  readonly firstSlot: number;
}

/** The test of a value of the row, or of its id if `field` is null. */
export interface ValueTest {
  readonly is: 'value';
  readonly field: FieldModel | null;
  readonly test: FilterTest;
  /** A list, where the test takes one. */
  readonly value: unknown;
}

/** A condition on a row. Equal conditions have equal texts. */
export type Node = { readonly text: string } & (
  | ValueTest
  /** The field is NULL, or is not. */
  | { readonly is: 'null'; readonly field: FieldModel; readonly negated: boolean }
  /** A test that only equals itself. */
  | { readonly is: 'opaque' }
  | { readonly is: 'and' | 'or'; readonly of: readonly Node[] }
  | { readonly is: 'not'; readonly of: Node }
  /** The edge leads to a row, that meets a condition if there is one. */
  | { readonly is: 'some'; readonly edge: EdgeModel; readonly of: Node | null }
);

/** The whole condition. */
export function toNode(whole: ConditionWithValues): Node {
  const { filters, junction, where } = whole;
  const flat = filters.length > 0 ? [joinTerms(whole, filters, junction)] : [];
  return join('and', where ? [...flat, toConditionNode(whole, where)] : flat);
}

/** One filter by itself. */
export function toTermNode(whole: ConditionWithValues, term: FilterTerm): Node {
  return joinTerms(whole, [term], 'and');
}

/** Equal members, and members of members, are joined once: `where` may nest what the planner joins. */
function join(is: 'and' | 'or', given: readonly Node[]): Node {
  const members = given.flatMap((one) => (one.is === is ? one.of : [one]));
  const byText = new Map(members.map((one) => [one.text, one]));
  const of = [...byText.values()];
  const [only, ...more] = of;
  if (only && more.length === 0) return only;
  return { is, of, text: `${is}(${[...byText.keys()].sort().join()})` };
}

function negate(of: Node): Node {
  return { is: 'not', of, text: `not(${of.text})` };
}

function cross(edge: EdgeModel, of: Node | null): Node {
  return { is: 'some', edge, of, text: `some ${JSON.stringify(edge.name)}(${of?.text ?? ''})` };
}

function toConditionNode(whole: ConditionWithValues, condition: Condition): Node {
  switch (condition.is) {
    case 'filters':
      return joinTerms(whole, condition.terms, 'and');
    case 'and':
    case 'or':
      return join(
        condition.is,
        condition.of.map((one) => toConditionNode(whole, one)),
      );
    case 'not':
      return negate(toConditionNode(whole, condition.of));
    case 'some':
      return cross(condition.edge, toConditionNode(whole, condition.of));
  }
}

/** Filters across one edge test one and the same related row. */
function joinTerms(whole: ConditionWithValues, terms: readonly FilterTerm[], junction: 'and' | 'or'): Node {
  const [within, others] = groupByEdge(terms);
  const related = [...within].map(([edge, of]) => {
    const tests = of.map((term) => joinTargets(whole, term, (test) => test));
    return cross(edge, join(junction, tests));
  });
  return join(junction, [...others.map((term) => joinTargets(whole, term, crossTarget)), ...related]);
}

function crossTarget(test: Node, { edge }: FilterTarget): Node {
  return edge ? cross(edge, test) : test;
}

/** Each word may be in another member of a group, so that words are not judged. */
function joinTargets(
  { values, firstSlot }: ConditionWithValues,
  { filter, slot, negated }: FilterTerm,
  place: (test: Node, target: FilterTarget) => Node,
): Node {
  const valueOf = (at: number) => values[slot - firstSlot + at];
  if (filter.test === 'words' && filter.targets.length > 1)
    return { is: 'opaque', text: JSON.stringify([filter.name, valueOf(0)]) };
  const tests = filter.targets.map((target, at) => {
    if (target.field === null && !target.key)
      return testEdge(target.edge, (filter.test === 'exists') !== negated);
    return place(testMember(target.field, filter.test, { value: valueOf(at), negated }), target);
  });
  return join('or', tests);
}

function testEdge(edge: EdgeModel, leads: boolean): Node {
  return leads ? cross(edge, null) : negate(cross(edge, null));
}

function testMember(
  field: FieldModel | null,
  test: FilterTest,
  { value, negated }: { readonly value: unknown; readonly negated: boolean },
): Node {
  const name = field?.name ?? null;
  if (field && test === 'null')
    return { is: 'null', field, negated, text: JSON.stringify([name, test, negated]) };
  const node: Node = { is: 'value', field, test, value, text: JSON.stringify([name, test, value ?? null]) };
  // A list that is NULL is not empty.
  return test === 'empty' && negated ? negate(node) : node;
}
