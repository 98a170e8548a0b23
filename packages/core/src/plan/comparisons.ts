// How many comparisons a request makes of each row: what its filters cost, which their number does not tell.
import type { Limits } from '../limits.js';
import type { FilterModel } from '../model/query-model.js';
import { formatQuantity } from '../vocabulary/wording.js';

/** A list is looked up, not compared item by item: so many of its values count as one comparison. */
const valuesPerComparison = 10;

/** Counts the comparisons of one request. A class, like `Faults`. */
export class Comparisons {
  readonly #max: number;
  #count = 0;

  constructor({ comparisons }: Pick<Limits, 'comparisons'>) {
    this.#max = comparisons;
  }

  /** Adds those of a filter. Returns whether it is the first with which the request has too many. */
  exceedWith(filter: FilterModel, { values, words }: FilterSize): boolean {
    const before = this.#count;
    this.#count += filter.targets.length * words * Math.max(1, Math.ceil(values / valuesPerComparison));
    return before <= this.#max && this.#count > this.#max;
  }

  /** The fault of a request with too many. */
  describe(): string {
    const most = formatQuantity(this.#max, 'comparison');
    return `The filters of the request make more than ${most} of each row (limits.comparisons): one for each member of a group, each word, and each ${valuesPerComparison} values of a list.`;
  }
}

/** How many values a filter has, and how many words each of them has. */
export interface FilterSize {
  readonly values: number;
  readonly words: number;
}
