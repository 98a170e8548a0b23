// Schema of the model -> schema of the document. The server checks some rules that clients of other languages cannot read: a
// pattern with look-arounds, a second pattern, the sign of a number as text. The document says them in another way, or in the
// description.
import type { JsonSchema, SignRule } from '@decorest/core';
import { toPortablePattern } from './portable-pattern.js';

/** A schema that clients of every language read, and whether it expresses all that the original does. */
interface Published {
  readonly schema: JsonSchema;
  readonly complete: boolean;
}

/** Copies a schema for the document. What it cannot express becomes a part of the descriptions. */
export function publishSchema(schema: JsonSchema): JsonSchema {
  return publish(schema).schema;
}

const schemaKeywords = new Set([
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
]);
const listKeywords = new Set(['anyOf', 'oneOf', 'prefixItems']);
const mapKeywords = new Set(['properties', '$defs', 'dependentSchemas', 'patternProperties']);

/** Keywords with rules of their own: see `addRules`, `publishNot` and `publishCondition`. */
const ownKeywords = new Set([
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'pattern',
  'x-decorest-sign',
  'x-decorest-max-bytes',
  'x-decorest-step',
  'x-decorest-words',
]);

/** The schema of the document under construction. */
interface Draft {
  readonly members: Record<string, unknown>;
  readonly sentences: string[];
  complete: boolean;
}

function publish(schema: JsonSchema): Published {
  const draft: Draft = { members: {}, sentences: [], complete: true };
  for (const [keyword, value] of Object.entries(schema))
    if (!ownKeywords.has(keyword) && !isFormatOfDecimal(keyword, schema))
      draft.members[keyword] = publishMember(keyword, value, draft);
  const { 'x-decorest-step': step } = schema;
  if (step !== undefined) draft.members.multipleOf ??= step;
  addRules(schema, draft);
  publishNot(schema, draft);
  publishCondition(schema, draft);
  publishAllOf(schema, draft);
  return { schema: describe(draft), complete: draft.complete };
}

/** Generators make a float of a text with this format. */
function isFormatOfDecimal(keyword: string, { format, type }: JsonSchema): boolean {
  return keyword === 'format' && format === 'decimal' && [type ?? []].flat().includes('string');
}

function publishMember(keyword: string, value: unknown, draft: Draft): unknown {
  if (schemaKeywords.has(keyword)) return publishInside(value, draft);
  if (listKeywords.has(keyword) && Array.isArray(value)) return value.map((one) => publishInside(one, draft));
  if (mapKeywords.has(keyword) && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, publishInside(one, draft)]));
  return structuredClone(value);
}

function publishInside(value: unknown, draft: Draft): unknown {
  if (!isObject(value)) return value;
  const { schema, complete } = publish(value);
  if (!complete) draft.complete = false;
  return schema;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Adds the rules for texts of a schema, or of a member of its `allOf`. */
function addRules(schema: JsonSchema, draft: Draft): void {
  const {
    pattern,
    'x-decorest-sign': sign,
    'x-decorest-max-bytes': bytes,
    'x-decorest-words': words,
  } = schema;
  if (typeof pattern === 'string') addPattern(pattern, draft);
  if (sign) addSign(sign, draft);
  if (bytes !== undefined) addBase64(bytes, draft);
  draft.sentences.push(...(words ?? []));
}

/** A schema has one pattern: some generators support no `allOf` of several. */
function addPattern(pattern: string, draft: Draft): void {
  const portable = toPortablePattern(pattern);
  if (portable === draft.members.pattern) return;
  if (portable !== null && draft.members.pattern === undefined) {
    draft.members.pattern = portable;
    return;
  }
  const also = draft.members.pattern === undefined ? '' : ' also';
  addSentence(`Must${also} match the pattern \`${pattern}\`.`, draft);
}

const signSentences: Readonly<Record<SignRule['is'], string>> = {
  notNegative: 'Must not be negative.',
  positive: 'Must be greater than 0.',
  negative: 'Must be less than 0.',
};

function addSign({ is, of, as }: SignRule, draft: Draft): void {
  if (as !== null && draft.members.pattern === of) draft.members.pattern = as;
  else addSentence(signSentences[is], draft);
}

/** The largest count that RE2 supports. */
const maxCount = 1000;

const whole = '([A-Za-z0-9+/]{4})';
const ofOneByte = '[A-Za-z0-9+/][AQgw]==';
const ofTwoBytes = '[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=';

/** Base64 (RFC 4648): three bytes are four characters; one or two more are four that end in `==` or `=`, with the rest zero. */
function addBase64(bytes: number | null, draft: Draft): void {
  if (bytes !== null) addMaxLength(4 * Math.ceil(bytes / 3), draft);
  const [groups, rest] = bytes === null ? [0, 0] : [Math.floor(bytes / 3), bytes % 3];
  // A text of the maximum length ends in `=`, unless all its bytes fit.
  const isCounted = rest !== 0 && 4 * groups <= maxCount;
  if (rest !== 0 && (!isCounted || draft.members.pattern !== undefined))
    addSentence(`At most ${formatCount(bytes ?? 0, 'byte')}.`, draft);
  draft.members.pattern ??= isCounted
    ? buildCountedBase64(groups, rest)
    : `^${whole}*(${ofOneByte}|${ofTwoBytes})?$`;
}

function buildCountedBase64(groups: number, rest: number): string {
  if (rest === 2) return `^${repeatWhole(groups)}(${ofOneByte}|${ofTwoBytes})?$`;
  const shorter = groups === 0 ? '' : `|${repeatWhole(groups - 1)}${ofTwoBytes}`;
  return `^(${repeatWhole(groups)}(${ofOneByte})?${shorter})$`;
}

function repeatWhole(most: number): string {
  return most === 0 ? '' : `${whole}{0,${most}}`;
}

function addMaxLength(most: number, { members }: Draft): void {
  const { maxLength } = members;
  members.maxLength = typeof maxLength === 'number' ? Math.min(maxLength, most) : most;
}

function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
}

function addSentence(sentence: string, draft: Draft): void {
  draft.complete = false;
  if (!draft.sentences.includes(sentence)) draft.sentences.push(sentence);
}

/** Less inside `not` would be more outside of it. */
function publishNot({ not }: JsonSchema, draft: Draft): void {
  if (not === undefined) return;
  const inside = isObject(not) ? publish(not) : { schema: not as JsonSchema, complete: true };
  if (inside.complete) draft.members.not = inside.schema;
  else addSentence(`Must not be as \`${JSON.stringify(not)}\` says.`, draft);
}

function publishCondition(schema: JsonSchema, draft: Draft): void {
  const { if: condition, then: met, else: otherwise } = schema;
  if (condition === undefined) return;
  const inside = isObject(condition)
    ? publish(condition)
    : { schema: condition as JsonSchema, complete: true };
  if (!inside.complete) {
    addSentence(
      `Must be as \`${JSON.stringify({ if: condition, then: met, else: otherwise })}\` says.`,
      draft,
    );
    return;
  }
  draft.members.if = inside.schema;
  if (met !== undefined) draft.members.then = publishInside(met, draft);
  if (otherwise !== undefined) draft.members.else = publishInside(otherwise, draft);
}

/** Rules for texts join those of the schema itself; other members stay. */
function publishAllOf({ allOf }: JsonSchema, draft: Draft): void {
  if (!Array.isArray(allOf)) return;
  const others = (allOf as readonly JsonSchema[]).filter((part) => {
    const isRule = isObject(part) && Object.keys(part).every((keyword) => textRules.has(keyword));
    if (isRule) addRules(part, draft);
    return !isRule;
  });
  if (others.length > 0) draft.members.allOf = others.map((part) => publishInside(part, draft));
}

const textRules = new Set(['pattern', 'x-decorest-sign', 'x-decorest-max-bytes', 'x-decorest-words']);

function describe({ members, sentences }: Draft): JsonSchema {
  if (sentences.length === 0) return members;
  const { description } = members;
  const own = typeof description === 'string' && description !== '' ? [endSentence(description)] : [];
  return { ...members, description: [...own, ...sentences].join(' ') };
}

/** Ends a text with a full stop. */
function endSentence(text: string): string {
  return /[.!?:]\s*$/.test(text) ? text : `${text}.`;
}
