// The rules for texts as JSON Schema.
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import {
  alwaysSatisfied,
  createCountMeaning,
  isFiniteNumber,
  isString,
  buildValueMeanings,
  inexpressible,
  type Meaning,
  type RuleMeaning,
} from './rule-meaning.js';

function createLengthMeaning(least: unknown, most: unknown): RuleMeaning {
  const low =
    least === undefined || least === null
      ? alwaysSatisfied
      : createCountMeaning('minLength', least, 'lengths');
  const high = most === undefined ? alwaysSatisfied : createCountMeaning('maxLength', most, 'lengths');
  return {
    schema: { ...low.schema, ...high.schema },
    says: low.says === 'part' || high.says === 'part' ? 'part' : 'lengths',
  };
}

/** A schema that expresses part of the rule, because the rule differs between versions of class-validator. */
function createPartialMeaning(schema: JsonSchema): Meaning {
  return () => ({ schema, says: 'part' });
}

/** The same for a rule without options; options could allow other values. */
function createPartialMeaningWithoutOptions(schema: JsonSchema): Meaning {
  return (constraints) => ({
    schema: constraints.every((option) => option === undefined) ? schema : {},
    says: 'part',
  });
}

/** Rules for texts, by their names. */
export const textMeanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...buildValueMeanings('string'),
  isString,
  ['isNotEmpty', () => ({ schema: { minLength: 1 }, says: 'all' })],
  ['minLength', ([least]) => createLengthMeaning(least, undefined)],
  ['maxLength', ([most]) => createLengthMeaning(undefined, most)],
  ['isLength', ([least, most]) => createLengthMeaning(least, most)],
  ['matches', ([pattern, modifiers]) => translatePattern(pattern, modifiers)],
  [
    'contains',
    ([seed]) => (isSeed(seed) ? { schema: { pattern: escapePattern(seed) }, says: 'all' } : inexpressible),
  ],
  [
    'notContains',
    ([seed]) =>
      isSeed(seed)
        ? { schema: { not: { type: 'string', pattern: escapePattern(seed) } }, says: 'all' }
        : inexpressible,
  ],
  ['isByteLength', ([least, most]) => createByteLengthMeaning(least, most)],
  ['isBooleanString', createPartialMeaning({ enum: ['true', 'false', '1', '0'] })],
  ['isAlpha', createPartialMeaningWithoutOptions({ pattern: '^[a-zA-Z]+$' })],
  ['isAlphanumeric', createPartialMeaningWithoutOptions({ pattern: '^[0-9a-zA-Z]+$' })],
  ['isAscii', createPartialMeaning({ pattern: '^[\\x00-\\x7F]+$' })],
  ['isHexadecimal', createPartialMeaning({ pattern: '^(0[xXhH])?[0-9a-fA-F]+$' })],
  ['isHexColor', createPartialMeaning({ pattern: '^#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$' })],
  ['isMongoId', createPartialMeaning({ pattern: '^(0[xXhH])?[0-9a-fA-F]+$', minLength: 24, maxLength: 24 })],
  ['isMilitaryTime', createPartialMeaning({ pattern: '^([01][0-9]|2[0-3]):?[0-5][0-9]$' })],
  ['isPort', createPartialMeaning({ pattern: '^[+-]?[0-9]{1,5}$' })],
  ['isUuid', createPartialMeaning({ format: 'uuid' })],
  ['isIp', ([version]) => ({ schema: String(version) === '4' ? { format: 'ipv4' } : {}, says: 'part' })],
  // RFC 6531 allows addresses beyond ASCII, which class-validator accepts too.
  ['isEmail', createPartialMeaningWithoutOptions({ format: 'idn-email' })],
]);

function isSeed(seed: unknown): seed is string {
  return typeof seed === 'string' && seed !== '' && isWellFormed(seed);
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** A character has one to four bytes. */
function createByteLengthMeaning(least: unknown, most: unknown): RuleMeaning {
  return {
    schema: {
      ...(isFiniteNumber(least) && least > 0 ? { minLength: Math.ceil(least / 4) } : {}),
      ...(isFiniteNumber(most) && most >= 0 ? { maxLength: Math.floor(most) } : {}),
    },
    says: 'part',
  };
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&');
}

function translatePattern(pattern: unknown, modifiers: unknown): RuleMeaning {
  const expression = parseExpression(pattern, modifiers);
  if (!expression || !isPortablePattern(expression)) return inexpressible;
  return { schema: { pattern: expression.source }, says: 'all' };
}

function parseExpression(pattern: unknown, modifiers: unknown): RegExp | undefined {
  if (pattern instanceof RegExp) return pattern;
  try {
    return new RegExp(String(pattern), typeof modifiers === 'string' ? modifiers : '');
  } catch {
    return undefined;
  }
}

/** `.` and negated classes: each may match half of a character beyond U+FFFF. */
const open = /^(?:\.|\\[DSWB]|\[\^(?:[^\\\]]|\\.)*\]|\[(?:[^\\\]]|\\.)*?\\[DSW](?:[^\\\]]|\\.)*\])/;

/** Any other part: an escape, a class, a single character. */
const closed = /^(?:\\.|\[(?:[^\\\]]|\\.)*\]|[^])/;

/** A safe successor of a part that matches at least one half: no other part can then match the other half alone. */
const fence = /^(?:$|\$|(?:[^()[\]{}|\\.?*+^$]|\\[-@/:.?*+()[\]{}|^$])(?![*?{]))/;

/**
 * Whether the source matches the same texts as the pattern of a schema. Schemas have no flags, and their patterns match whole
 * characters where JavaScript may match half a surrogate pair.
 */
function isPortablePattern({ source, flags }: RegExp): boolean {
  if (!isUnicodePattern(source)) return false;
  const meaningful = flags.replace(/[gd]/g, '');
  if (meaningful === 'u') return true;
  return meaningful === '' && !/[\u{10000}-\u{10ffff}]|\\[ukpP]/u.test(source) && !hasHalfMatch(source);
}

function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source === source;
  } catch {
    return false;
  }
}

function hasHalfMatch(source: string): boolean {
  let rest = source;
  while (rest !== '') {
    const [part] = open.exec(rest) ?? [];
    if (part === undefined) {
      rest = rest.slice((closed.exec(rest)?.[0] ?? rest).length);
      continue;
    }
    rest = rest.slice(part.length);
    // `*` matches any number of halves, also none.
    if (!rest.startsWith('*') && !(rest.startsWith('+') && fence.test(rest.slice(1)))) return true;
  }
  return false;
}
