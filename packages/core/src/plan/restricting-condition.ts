// Whether a condition restricts rows, judged by its meaning: one that every row with a value meets is as none. Conditions are
// two-valued: a comparison with NULL is false, and `not` holds for all other rows.
import type { FilterTarget } from '../model/query-model.js';
import type { Condition, FilterTerm } from './terms.js';
import { coversAllValues, judgeTest, type Extent, type Tested } from './test-extent.js';

/** A planned condition and its values. */
export interface ConditionWithValues {
  readonly filters: readonly FilterTerm[];
  readonly junction: 'and' | 'or';
  readonly where: Condition | null;
  /** In slot order, from `firstSlot` on. */
  readonly values: readonly unknown[];
  readonly firstSlot: number;
}

/** Whether a condition leaves rows out other than those without a value. */
export function restrictsRows(condition: ConditionWithValues): boolean {
  const { filters, junction, where } = condition;
  const flat = filters.map((term) => toNode(condition, term));
  const extents: readonly Extent[] = [
    ...(flat.length > 0 ? [judgeMembers(junction, flat)] : []),
    ...(where ? [judgeNode(toConditionNode(condition, where))] : []),
  ];
  return isRestricting(joinAll(extents));
}

/** Whether one filter of a condition restricts rows by itself. */
export function restrictsByItself(condition: ConditionWithValues, term: FilterTerm): boolean {
  return isRestricting(judgeNode(toNode(condition, term)));
}

function isRestricting(extent: Extent): boolean {
  return extent === 'some' || extent === 'none';
}

/** A condition with its values in place: what each filter tests, for each of its targets. */
type Node =
  | { readonly is: 'test'; readonly test: Tested }
  | { readonly is: 'and' | 'or'; readonly of: readonly Node[] }
  | { readonly is: 'not' | 'some'; readonly of: Node };

function toNode({ values, firstSlot }: ConditionWithValues, term: FilterTerm): Node {
  const { filter, slot, negated } = term;
  const of = filter.targets.map((target: FilterTarget, at): Node => {
    const value = values[slot - firstSlot + at];
    return { is: 'test', test: { target, test: filter.test, value, negated } };
  });
  return join('or', of);
}

function join(is: 'and' | 'or', of: readonly Node[]): Node {
  const [only, ...more] = of;
  return only && more.length === 0 ? only : { is, of };
}

function toConditionNode(whole: ConditionWithValues, condition: Condition): Node {
  switch (condition.is) {
    case 'filters':
      return join(
        'and',
        condition.terms.map((term) => toNode(whole, term)),
      );
    case 'and':
    case 'or':
      return { is: condition.is, of: condition.of.map((one) => toConditionNode(whole, one)) };
    case 'not':
    case 'some':
      return { is: condition.is, of: toConditionNode(whole, condition.of) };
  }
}

function judgeNode(node: Node): Extent {
  switch (node.is) {
    case 'test':
      return judgeTest(node.test);
    case 'and':
    case 'or':
      return judgeMembers(node.is, node.of);
    case 'not':
      return complement(judgeNode(node.of));
    case 'some':
      // There may be no related row at all.
      return judgeNode(node.of) === 'none' ? 'none' : 'some';
  }
}

/** What is left of the rows without a value is some of them. */
function complement(extent: Extent): Extent {
  if (extent === 'all') return 'none';
  return extent === 'none' ? 'all' : 'some';
}

function judgeMembers(is: 'and' | 'or', members: readonly Node[]): Extent {
  const extents = members.map(judgeNode);
  if (is === 'and') return joinAll(extents);
  const widest = orders.find((extent) => extents.includes(extent)) ?? 'none';
  return widest === 'some' ? judgeTogether(members) : widest;
}

/** From the widest to the narrowest. */
const orders: readonly Extent[] = ['all', 'present', 'some', 'none'];

function joinAll(extents: readonly Extent[]): Extent {
  return [...orders].reverse().find((extent) => extents.includes(extent)) ?? 'all';
}

/** Alternatives that restrict one by one may leave out nothing together, such as less than 5, and 5 or more. */
function judgeTogether(members: readonly Node[]): Extent {
  const flat = members.flatMap((one) => (one.is === 'or' ? one.of : [one]));
  const texts = new Set(flat.map(printNode));
  if (flat.some((one) => one.is === 'not' && texts.has(printNode(one.of)))) return 'all';
  const tests = flat.flatMap((one) => (one.is === 'test' ? [one.test] : []));
  return coversAllValues(tests);
}

function printNode(node: Node): string {
  if (node.is !== 'test') return `${node.is}(${[node.of].flat().map(printNode).join()})`;
  const { target, test, value, negated } = node.test;
  return JSON.stringify([target.edge?.name, target.field?.name, test, negated, String(value)]);
}
