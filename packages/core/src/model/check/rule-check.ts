// Reports decorators of class-validator and class-transformer that cannot work here, at startup instead of on each request:
// rules that reject every value of a column, and `@Exclude` without an exact equivalent.
import transformer from '../scan/class-transformer.cjs';
import { rulesForValues, getValueType, type ValueType } from '../scan/rule-types.js';
import type { EntityModel } from '../api-model.js';
import type { FieldModel } from '../member-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import type { ValueRule } from '../value-rule.js';
import { findImpossibleRules } from '../resolve/value-rules.js';

const typeInWords: Readonly<Record<ValueType, string>> = {
  string: 'strings',
  number: 'numbers',
  boolean: 'booleans',
  date: 'instances of Date',
  buffer: 'buffers',
  array: 'arrays',
  any: 'of any type',
};

/** Reports each rule that no value of its column satisfies. A column that no body sets may have any rule. */
export function checkRules(entities: readonly EntityModel[], problems: SchemaProblems): void {
  for (const entity of entities)
    for (const field of entity.fields) if (isSet(entity, field)) checkFieldRules(entity, field, problems);
}

/** Whether a body sets the field: bodies of many rows and of nested objects need the operations of the class, too. */
function isSet({ operations }: EntityModel, { settable }: FieldModel): boolean {
  return (['create', 'update'] as const).some(
    (operation) => settable[operation] && operations.includes(operation),
  );
}

function checkFieldRules(entity: EntityModel, field: FieldModel, problems: SchemaProblems): void {
  checkNestedRules(entity, field, problems);
  const column = { ...field, array: field.document?.array ?? null };
  for (const rule of findImpossibleRules(column)) {
    const type = getValueType(field);
    problems.add({
      entity: entity.name,
      member: field.property,
      annotation: `@${getDecoratorName(rule)}`,
      problem: `no value satisfies the rule: the values of a column of type ${field.columnType} are ${typeInWords[type]}.`,
      remedy: suggestRemedy(rule, type),
    });
  }
}

/** class-validator finds the rules of an object by its class, but bodies hold plain objects. */
function checkNestedRules(entity: EntityModel, field: FieldModel, problems: SchemaProblems): void {
  const { by, as } = field.declared;
  if (by === null || !field.declared.rules.some(({ type }) => type === 'nestedValidation')) return;
  const loaded = transformer.loadClassTransformer();
  if (loaded?.types.findTypeMetadata(by, as)) return;
  problems.add({
    entity: entity.name,
    member: field.property,
    annotation: '@ValidateNested',
    problem: 'the class of the objects in the column is unknown, so no rule would be checked.',
    remedy: `Add @Type(() => ...) of class-transformer${loaded ? '' : ', and install it'}.`,
  });
}

function suggestRemedy(rule: ValueRule, type: ValueType): string {
  if (type === 'array' && rule.type === 'customValidation')
    return 'Add { each: true } for a rule of the items, or remove it.';
  const other = rulesForValues[type];
  return other === undefined ? 'Remove it.' : `Remove it, or use ${other}.`;
}

/** Rules whose names are not those of their decorators in lower camel case. */
const decorators: ReadonlyMap<string, string> = new Map([
  ['isLength', 'Length'],
  ['isFqdn', 'IsFQDN'],
  ['isMacAddress', 'IsMACAddress'],
  ['isIp', 'IsIP'],
  ['isIsbn', 'IsISBN'],
  ['isIsin', 'IsISIN'],
  ['isIso8601', 'IsISO8601'],
  ['isJson', 'IsJSON'],
  ['isJwt', 'IsJWT'],
  ['isUuid', 'IsUUID'],
]);

function getDecoratorName({ type, name = type }: ValueRule): string {
  if (type === 'nestedValidation') return 'ValidateNested';
  return decorators.get(name) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Reports members that class-transformer hides and the API would show. Skipped members are hidden already. */
export function checkExclusions(entity: ScannedEntity, problems: SchemaProblems): void {
  const annotation = '@Exclude';
  const { name, annotations, columns, relations } = entity;
  if (annotations.own.skip) return;
  if (entity.excludesAll) {
    problems.add({
      entity: name,
      annotation,
      problem: 'class-transformer hides every member without @Expose, but the API would show them.',
      remedy: 'Remove it, and put @Skip() on the members to hide.',
    });
    return;
  }
  const isSkipped = (property: string) => annotations.members.get(property)?.skip === true;
  for (const { property, excluded, primary } of columns) {
    if (excluded === null || isSkipped(property)) continue;
    if (excluded === 'both')
      problems.add({ entity: name, member: property, annotation, ...ambiguousExclusion });
    else if (excluded === 'answers' && primary)
      problems.add({ entity: name, member: property, annotation, ...excludedKey });
  }
  for (const { property, excluded } of relations) {
    if (excluded === null || isSkipped(property)) continue;
    problems.add({ entity: name, member: property, annotation, ...excludedEdge[excluded] });
  }
}

const ambiguousExclusion = {
  problem: 'class-transformer hides it, but the API would show it.',
  remedy:
    'Add @Skip() to hide it everywhere, or use @Exclude({ toPlainOnly: true }) for a write-only member, @Exclude({ toClassOnly: true }) for a read-only one.',
};

const excludedKey = {
  problem: 'the primary key cannot be hidden: it is part of every URL.',
  remedy: 'Remove it, or put @Skip() on the class.',
};

const excludedEdge = {
  both: { problem: ambiguousExclusion.problem, remedy: 'Add @Skip() to hide the edge everywhere.' },
  answers: {
    problem: 'class-transformer hides it in responses, but the API would show it.',
    remedy:
      'Add @Skip() to hide the edge everywhere, or use @EagerLoad(false) and @EdgeEndpoint(false) instead.',
  },
  bodies: {
    problem: 'class-transformer removes it from bodies, but the API would set it.',
    remedy: 'Use @ExcludeOperations(OperationCreate, OperationUpdate) instead.',
  },
};
