// Rules for schemas, by their numbers in the list of spellings.
import { RE2JS } from 're2js';
import {
  isJson,
  listSchemas,
  toList,
  type Finding,
  type Json,
  type LintedDocument,
  type PlacedSchema,
} from './linted-document.js';

/** Rules for a schema wherever it stands. */
export function lintSchemas({ whole }: LintedDocument): Finding[] {
  return listSchemas(whole, '#').flatMap((placed) => [
    ...lintPattern(placed),
    ...lintPatternParts(placed),
    ...lintDecimal(placed),
    ...lintNullableReference(placed),
    ...lintUnionOfUnions(placed),
  ]);
}

/** 1: a pattern means the same in every language. */
function lintPattern({ schema: { pattern }, place }: PlacedSchema): Finding[] {
  if (typeof pattern !== 'string') return [];
  const fault = findPatternFault(pattern);
  return fault === null ? [] : [{ rule: 1, place, what: `${fault}: ${pattern}` }];
}

function findPatternFault(pattern: string): string | null {
  const plain = pattern.replaceAll('\\\\', '');
  if (/\(\?(?:=|!|<=|<!)/.test(pattern)) return 'look-around';
  if (/\\[1-9]/.test(plain)) return 'backreference';
  if (/\\[dDwWsSbB]/.test(plain)) return 'class that differs between languages';
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, low, high]) => [low, high]);
  if (counts.some((count) => Number(count ?? 0) > 1000)) return 'count above 1,000';
  try {
    new RegExp(pattern, 'u');
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    return `does not compile (${String(error)})`;
  }
}

/** 2: one pattern in a schema. */
function lintPatternParts({ schema, place }: PlacedSchema): Finding[] {
  const parts = toList(schema.allOf).filter(isJson);
  const isPattern = (part: Json) => Object.keys(part).length === 1 && 'pattern' in part;
  return parts.some(isPattern) ? [{ rule: 2, place, what: 'allOf of patterns' }] : [];
}

/** 3: a decimal is a text. */
function lintDecimal({ schema, place }: PlacedSchema): Finding[] {
  const isDecimal = schema.format === 'decimal' && hasType(schema, 'string');
  return isDecimal ? [{ rule: 3, place, what: 'format decimal on a text' }] : [];
}

const unions = ['oneOf', 'anyOf'] as const;

/** 7: null has a branch of its own. */
function lintNullableReference({ schema, place }: PlacedSchema): Finding[] {
  return unions.flatMap((keyword) => {
    const parts = toList(schema[keyword]).filter(isJson);
    const isMixed = parts.some((part) => '$ref' in part) && parts.some(hasNullAmongTypes);
    return isMixed ? [{ rule: 7, place, what: `${keyword} with a branch of several types` }] : [];
  });
}

function hasNullAmongTypes({ type }: Json): boolean {
  return Array.isArray(type) && type.includes('null');
}

/** 10: unions are flat. */
function lintUnionOfUnions({ schema, place }: PlacedSchema): Finding[] {
  return unions.flatMap((keyword) => {
    const parts = toList(schema[keyword]).filter(isJson);
    const isNested = parts.some((part) => unions.some((inner) => inner in part));
    return isNested ? [{ rule: 10, place, what: `${keyword} of unions` }] : [];
  });
}

/** 11: what only requests need stays out of answers. */
export function lintAnswers({ ofAnswers }: LintedDocument): Finding[] {
  return ofAnswers.flatMap(({ schema: answer, place: at }) =>
    listSchemas(answer, at).flatMap(({ schema, place }) =>
      (['readOnly', 'uniqueItems'] as const).flatMap((keyword) =>
        schema[keyword] === true ? [{ rule: 11, place, what: `${keyword} in an answer` }] : [],
      ),
    ),
  );
}

/** 10 and 12: names of components, and objects without one. */
export function lintComponents({ schemas }: LintedDocument): Finding[] {
  return [...schemas].flatMap(([name, component]) => {
    const at = `#/components/schemas/${name}`;
    const objects = listSchemas(component, at).filter(
      ({ schema, place }) =>
        schema !== component && hasType(schema, 'object') && 'properties' in schema && place !== at,
    );
    const isNumbered = /\d$/.test(name) && schemas.has(name.replace(/\d+$/, ''));
    return [
      ...(name.endsWith('Update') && 'anyOf' in component
        ? [{ rule: 10, place: at, what: 'anyOf in the body of an update' }]
        : []),
      ...objects.map(({ place }) => ({ rule: 12, place, what: 'object without a name' })),
      ...(isNumbered ? [{ rule: 12, place: at, what: 'numbered name' }] : []),
    ];
  });
}

function hasType({ type }: Json, wanted: string): boolean {
  return [type].flat().includes(wanted);
}
