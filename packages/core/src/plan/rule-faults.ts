// The faults of class-validator's rules at a place where the schema may have found some already: each is listed once.
import type { Fault, FaultCode } from '../errors.js';
import type { FieldModel } from '../model/member-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import { checkSchema } from './schema-check.js';
import { toBodyFault } from './body-fault.js';
import type { Faults } from './faults.js';

/** A rule that a value breaks, and class-validator's message. */
export interface BrokenRule {
  readonly name: string;
  readonly detail: string;
}

/** A value of a body, and the rules that it breaks. */
interface BrokenValue {
  readonly field: FieldModel;
  readonly value: unknown;
  readonly broken: readonly BrokenRule[];
}

/** Adds the faults of broken rules. Where the schema has refused the value, those that it has words for are left out. */
export function addRuleFaults({ field, value, broken }: BrokenValue, faults: Faults): void {
  const place = toPointer(field.name);
  const found = faults.listAt(place);
  const rules = sortByDeclaration(field, broken);
  if (found.length === 0) for (const rule of rules) faults.add(toValidatorFault(field, rule));
  // Rules say of a value of another type what the schema says better, unless they have words of the author.
  else if (!isOfKind(field.kind, value)) {
    if (field.rules.hasMessages) rewordAll(rules, found, faults);
  } else addFurther(field, { value, rules, found }, faults);
}

/** The order of declarations: asynchronous rules are otherwise last. */
function sortByDeclaration(field: FieldModel, broken: readonly BrokenRule[]): readonly BrokenRule[] {
  const names = field.declared.rules.map(({ name, type }) => name ?? type);
  return [...broken].sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
}

/** Faults at one place. */
type PlacedFault = Extract<Fault, { readonly pointer: string }>;

function rewordAll(rules: readonly BrokenRule[], found: readonly PlacedFault[], faults: Faults): void {
  const [first] = found;
  if (first && rules.length > 0)
    faults.replaceAt(
      first.pointer,
      rules.map(({ detail }) => ({ ...first, detail })),
    );
}

/** A value that the schema has refused. */
interface RefusedValue {
  readonly value: unknown;
  readonly rules: readonly BrokenRule[];
  readonly found: readonly PlacedFault[];
}

function addFurther(field: FieldModel, { value, rules, found }: RefusedValue, faults: Faults): void {
  const replaced = new Set<PlacedFault>();
  const further: PlacedFault[] = [];
  for (const rule of rules) {
    const meanings = field.rules.meaningsOf(rule.name);
    // Every value of the kind satisfies it: the schema says what is wrong with this one.
    if (meanings.length > 0 && meanings.every(({ says, schema }) => says === 'all' && isEmpty(schema)))
      continue;
    const said = meanings.flatMap(({ schema }) => listFaults(schema, value));
    const covered = found.filter((fault) => said.some((one) => isSameFault(one, fault)));
    if (!field.rules.hasMessages && covered.length > 0) continue;
    for (const fault of covered) replaced.add(fault);
    const own = toValidatorFault(field, rule);
    further.push({ ...own, code: covered[0]?.code ?? own.code });
  }
  if (further.length > 0)
    faults.replaceAt(toPointer(field.name), [...found.filter((fault) => !replaced.has(fault)), ...further]);
}

function isEmpty(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}

function listFaults(schema: JsonSchema, value: unknown): readonly PlacedFault[] {
  return checkSchema(schema, value).map((error) => toBodyFault(error, { fields: [], edges: [] }));
}

/** Types, bounds and lists of values: of several, the schema has the narrowest, which a value outside of another violates, too. */
const codesOfNarrowest: ReadonlySet<FaultCode> = new Set([
  'wrong_type',
  'out_of_range',
  'too_long',
  'too_many',
  'not_allowed',
]);

function isSameFault(one: PlacedFault, other: PlacedFault): boolean {
  return one.code === other.code && (one.detail === other.detail || codesOfNarrowest.has(one.code));
}

/** A malformed email address gets the same fault as other formats, unless the author set a message. */
function toValidatorFault({ name, rules }: FieldModel, { name: rule, detail }: BrokenRule): PlacedFault {
  const pointer = toPointer(name);
  if (rule !== 'isEmail' || rules.hasMessages)
    return { pointer, code: 'invalid', detail: detail || getDefaultDetail(rule) };
  return { pointer, code: 'wrong_format', detail: 'The value must be an email address.' };
}

/** A custom rule may have no message. */
export function getDefaultDetail(rule: string): string {
  return `The value does not satisfy the rule ${rule}.`;
}

const jsonTypes: Readonly<Record<FieldKind, string | null>> = {
  integer: 'number',
  bigint: 'string',
  float: 'number',
  decimal: 'string',
  boolean: 'boolean',
  string: 'string',
  uuid: 'string',
  enum: null,
  date: 'string',
  time: 'string',
  // Rules see a Date and a Buffer.
  datetime: null,
  json: null,
  bytes: null,
  array: 'object',
};

/** Whether a value has the JSON type of the kind: otherwise most rules only repeat that it has not. */
function isOfKind(kind: FieldKind, value: unknown): boolean {
  const type = jsonTypes[kind];
  if (value === null) return false;
  return type === null
    ? isConverted(kind, value)
    : typeof value === type && (kind !== 'array' || Array.isArray(value));
}

function isConverted(kind: FieldKind, value: unknown): boolean {
  if (kind === 'datetime') return value instanceof Date;
  return kind === 'bytes' ? Buffer.isBuffer(value) : true;
}
