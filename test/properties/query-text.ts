// Questions -> query strings.
import type { AskedFilter, FilterQuestion } from './filter-oracle.js';

/** `a=b` with both percent-encoded. */
export function parameter(name: string, value: string | number): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

export function filterQuery({ filter, texts }: AskedFilter): string {
  return texts.map((text) => parameter(filter.name, text)).join('&');
}

export function questionQuery({ asked, junction }: FilterQuestion): string {
  return [...asked.map(filterQuery), parameter('filter_op', junction)].join('&');
}
