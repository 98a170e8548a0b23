// The rules for texts as JSON Schema.
import type { JsonSchema } from '../vocabulary/json-schema.js';
import {
  always,
  count,
  isFinite,
  isString,
  namedValues,
  nothing,
  type Meaning,
  type RuleMeaning,
} from './rule-meaning.js';

function length(least: unknown, most: unknown): RuleMeaning {
  const low = least === undefined || least === null ? always : count('minLength', least, 'lengths');
  const high = most === undefined ? always : count('maxLength', most, 'lengths');
  return {
    schema: { ...low.schema, ...high.schema },
    says: low.says === 'part' || high.says === 'part' ? 'part' : 'lengths',
  };
}

/** A schema that expresses part of the rule, because the rule differs between versions of class-validator. */
function partly(schema: JsonSchema): Meaning {
  return () => ({ schema, says: 'part' });
}

/** The same for a rule without options; options could allow other values. */
function partlyByDefault(schema: JsonSchema): Meaning {
  return (constraints) => ({
    schema: constraints.every((option) => option === undefined) ? schema : {},
    says: 'part',
  });
}

/** Rules for texts, by their names. */
export const texts: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...namedValues('string'),
  isString,
  ['isNotEmpty', () => ({ schema: { minLength: 1 }, says: 'all' })],
  ['minLength', ([least]) => length(least, undefined)],
  ['maxLength', ([most]) => length(undefined, most)],
  ['isLength', ([least, most]) => length(least, most)],
  ['matches', ([pattern, modifiers]) => patternOf(pattern, modifiers)],
  ['contains', ([seed]) => (isSeed(seed) ? { schema: { pattern: escaped(seed) }, says: 'all' } : nothing)],
  [
    'notContains',
    ([seed]) =>
      isSeed(seed) ? { schema: { not: { type: 'string', pattern: escaped(seed) } }, says: 'all' } : nothing,
  ],
  ['isByteLength', ([least, most]) => bytes(least, most)],
  ['isBooleanString', partly({ enum: ['true', 'false', '1', '0'] })],
  ['isAlpha', partlyByDefault({ pattern: '^[a-zA-Z]+$' })],
  ['isAlphanumeric', partlyByDefault({ pattern: '^[0-9a-zA-Z]+$' })],
  ['isAscii', partly({ pattern: '^[\\x00-\\x7F]+$' })],
  ['isHexadecimal', partly({ pattern: '^(0[xXhH])?[0-9a-fA-F]+$' })],
  ['isHexColor', partly({ pattern: '^#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$' })],
  ['isMongoId', partly({ pattern: '^(0[xXhH])?[0-9a-fA-F]+$', minLength: 24, maxLength: 24 })],
  ['isMilitaryTime', partly({ pattern: '^([01][0-9]|2[0-3]):?[0-5][0-9]$' })],
  ['isPort', partly({ pattern: '^[+-]?[0-9]{1,5}$' })],
  ['isUuid', partly({ format: 'uuid' })],
  ['isIp', ([version]) => ({ schema: String(version) === '4' ? { format: 'ipv4' } : {}, says: 'part' })],
  // RFC 6531 allows addresses beyond ASCII, which class-validator accepts too.
  ['isEmail', partlyByDefault({ format: 'idn-email' })],
]);

function isSeed(seed: unknown): seed is string {
  return typeof seed === 'string' && seed !== '' && isWellFormed(seed);
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** A character has one to four bytes. */
function bytes(least: unknown, most: unknown): RuleMeaning {
  return {
    schema: {
      ...(isFinite(least) && least > 0 ? { minLength: Math.ceil(least / 4) } : {}),
      ...(isFinite(most) && most >= 0 ? { maxLength: Math.floor(most) } : {}),
    },
    says: 'part',
  };
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&');
}

function patternOf(pattern: unknown, modifiers: unknown): RuleMeaning {
  const expression = expressionOf(pattern, modifiers);
  if (!expression || !isPortablePattern(expression)) return nothing;
  return { schema: { pattern: expression.source }, says: 'all' };
}

function expressionOf(pattern: unknown, modifiers: unknown): RegExp | undefined {
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
  return meaningful === '' && !/[\u{10000}-\u{10ffff}]|\\[ukpP]/u.test(source) && !seesHalves(source);
}

function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source === source;
  } catch {
    return false;
  }
}

function seesHalves(source: string): boolean {
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
