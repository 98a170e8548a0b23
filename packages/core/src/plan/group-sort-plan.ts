// `sort` and `order` of an aggregate -> a total order of its groups: all keys are in it.
import type { GroupKeyModel, MeasureModel } from '../model/aggregate-model.js';
import { OrderDesc } from '../vocabulary/order.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { shortenName } from '../vocabulary/wording.js';
import type { Faults } from './faults.js';
import type { GroupSortTerm } from './plan.js';
import type { QueryParameters } from './query-parameters.js';
import { parseOrder } from './sort-plan.js';

/** The keys and measures of a request. */
interface GroupMembers {
  readonly keys: readonly GroupKeyModel[];
  readonly measures: readonly MeasureModel[];
}

/** The order of groups: as requested, then by the remaining keys in the direction of the last term, as lists do. */
export function planGroupSort(
  parameters: QueryParameters,
  members: GroupMembers,
  faults: Faults,
): readonly GroupSortTerm[] {
  const text = parameters.one(parameterNames.sort);
  const reversed = parseOrder(parameters, faults) === OrderDesc;
  const terms = text === undefined ? [] : parseTerms(text, { members, reversed }, faults);
  const descending = terms.at(-1)?.descending ?? reversed;
  const rest = members.keys
    .map((_, at): GroupSortTerm => ({ by: 'key', at, descending }))
    .filter((key) => !terms.some((term) => isSame(term, key)));
  return [...terms, ...rest];
}

function parseTerms(
  text: string,
  { members, reversed }: { readonly members: GroupMembers; readonly reversed: boolean },
  faults: Faults,
): readonly GroupSortTerm[] {
  const terms = text.split(',').flatMap((term): GroupSortTerm[] => {
    const isDescending = term.startsWith('-');
    const found = findMember(members, isDescending ? term.slice(1) : term);
    if (found) return [{ ...found, descending: isDescending || reversed }];
    addFault(faults, `'${shortenName(term)}' is neither a key nor a measure of this request.`);
    return [];
  });
  // One that comes again decides nothing.
  return terms.filter((term, at) => terms.findIndex((other) => isSame(other, term)) === at);
}

function findMember(
  { keys, measures }: GroupMembers,
  name: string,
): Omit<GroupSortTerm, 'descending'> | null {
  const key = keys.findIndex((each) => each.name === name);
  if (key !== -1) return { by: 'key', at: key };
  const measure = measures.findIndex((each) => each.name === name);
  return measure === -1 ? null : { by: 'measure', at: measure };
}

function isSame(one: GroupSortTerm, other: GroupSortTerm): boolean {
  return one.by === other.by && one.at === other.at;
}

function addFault(faults: Faults, detail: string): void {
  faults.add({ parameter: parameterNames.sort, code: 'malformed_parameter', detail });
}
