// Every word an author can write, taken from the code: what the pages of docs/ must name, no more and no less.
import * as core from '@decorest/core';
import { annotationFacts } from '../../packages/core/src/model/problem/annotation-facts.js';
import { resolveSettings } from '../../packages/core/src/option-defaults.js';
import { predicateGroups, predicates } from '../../packages/core/src/vocabulary/predicate.js';

/** `@Skip`, `@ReadOnly`, ... */
export const annotations: readonly string[] = Object.values(annotationFacts).map(
  ({ decorator: written }) => written,
);

const { limits, ...settings } = resolveSettings({});

/** Options with their defaults, `limits` as such and each limit by its dotted name. */
export const optionDefaults: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(settings),
  ['limits', 'see below'],
  ...Object.entries(limits).map(([name, value]) => [`limits.${name}`, value] as const),
]);

/** Constants of predicates by their suffix, and of groups by their members. */
export const predicateConstants = constantsOf(Object.keys(predicates));
export const groupConstants = constantsOf(Object.keys(predicateGroups));

/** Names of core's exports whose values are among these words. */
function constantsOf(words: readonly string[]): ReadonlyMap<string, string> {
  const exported = Object.entries(core).flatMap(([name, value]) =>
    typeof value === 'string' && name.startsWith('Filter') && words.includes(value)
      ? [[name, value] as const]
      : [],
  );
  return new Map(exported);
}
