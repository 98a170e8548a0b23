// docs/annotations.md names what the code has, no more and no less.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as core from '@decorest/core';
import { annotationFacts } from '../../packages/core/src/model/problem/annotation-facts.js';
import { predicateGroups, predicates, type Predicate } from '../../packages/core/src/vocabulary/predicate.js';
import { fieldKinds } from '../../packages/core/src/vocabulary/field-kind.js';
import { column, repository, tableRows } from '../support/markdown-table.js';
import { annotations, groupConstants, optionDefaults, predicateConstants } from '../support/vocabulary.js';

const page = 'annotations.md';

/** Exports that are functions but no annotations. */
const otherFunctions = [
  'annotate',
  'listParameterDefaults',
  'hooksFor',
  'idempotencyEntity',
  'policyFor',
  'problemResponse',
  'ApiError',
  'SchemaError',
  'createApi',
  'adviseIndexes',
  'listNestedEdges',
  'narrowToEdge',
];

test('every exported function is an annotation that the model knows, and the other way round', () => {
  const functions = Object.entries(core).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  );
  const exported = functions.filter((name) => !otherFunctions.includes(name)).map((name) => `@${name}`);
  expect(exported.sort()).toEqual([...annotations].sort());
});

test('the page names each annotation once, with its arguments', () => {
  const documented = column(page, 'Annotation').map((written) => written.replace(/\(.*\)$/, ''));
  expect(documented.sort()).toEqual([...annotations].sort());
});

test('it says where each may sit', () => {
  const documented = tableRows(page, 'Annotation').map(({ Annotation = '', On = '' }) => {
    const places = On.replace('non-unique ', '').split(', ').sort();
    return [Annotation.replace(/\(.*\)$/, ''), places];
  });
  const known = Object.values(annotationFacts).map(({ decorator: written, on }) => [written, [...on].sort()]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(known));
});

test('it names each option and each limit once, with its default', () => {
  const rows = [...tableRows(page, 'Option'), ...tableRows(page, 'Limit')];
  const documented = rows.map((row) => [row.Option ?? row.Limit, row.Default]);
  expect(documented.sort()).toEqual(
    [...optionDefaults].map(([name, value]) => [name, written(value)]).sort(),
  );
});

test('it names each predicate once, with its suffix and the kinds it fits', () => {
  const rows = tableRows(page, 'Suffix');
  expect(new Map(rows.map(({ Constant = '', Suffix = '' }) => [Constant, Suffix]))).toEqual(
    predicateConstants,
  );
  expect(new Set(predicateConstants.values())).toEqual(new Set(Object.keys(predicates)));
  for (const { Suffix = '', Kinds = '' } of rows) {
    expect({ Suffix, kinds: kindsOf(Kinds) }).toEqual({
      Suffix,
      kinds: predicates[Suffix as Predicate].fits,
    });
  }
});

test('it names each group once, with its members', () => {
  const documented = tableRows(page, 'Group').map(({ Group = '', Members = '' }) => [
    Group,
    Members.replaceAll('`', '').split(' '),
  ]);
  const known = [...groupConstants].map(([name, group]) => [
    name,
    predicateGroups[group as keyof typeof predicateGroups],
  ]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(known));
});

test('it names every other constant that an author can write', () => {
  const text = readFileSync(join(repository, 'docs', page), 'utf8');
  const constants = Object.entries(core).flatMap(([name, value]) =>
    /^(Operation|Order|Filter|SchemaObject)/.test(name) && typeof value !== 'function' ? [name] : [],
  );
  expect(constants.length).toBeGreaterThan(28);
  expect(constants.filter((name) => !text.includes(`\`${name}`))).toEqual([]);
});

/** A default as the page has it. */
function written(value: unknown): string {
  if (value === optionDefaults.get('logger')) return 'console';
  return value === 'see below' ? value : JSON.stringify(value);
}

/** The kinds a row means; `as x` is what the row of x says. */
function kindsOf(text: string): ReadonlySet<string> {
  const [, base, without = ''] = /^as `(\w+)`(?:, but not (.*))?$/.exec(text) ?? [];
  if (base !== undefined) {
    const row = tableRows(page, 'Suffix').find(({ Suffix }) => Suffix === base);
    return new Set([...kindsOf(row?.Kinds ?? '')].filter((kind) => !without.split(', ').includes(kind)));
  }
  if (!text.startsWith('all')) return new Set(text.split(', '));
  const [, excluded = ''] = /^all but (.*)$/.exec(text) ?? [];
  return new Set(fieldKinds.filter((kind) => !excluded.split(', ').includes(kind)));
}
