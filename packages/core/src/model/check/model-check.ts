// Checks of the resolved model: example values must fit their schemas, and startup warnings name missing indexes, impossible
// creates and omitted ids.
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Logger, Settings } from '../../options.js';
import type { ApiModel, EntityModel } from '../api-model.js';
import type { TargetOf } from '../edge-targets.js';
import type { EdgeModel, FieldModel } from '../member-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { inspectValue } from '../problem/value-fault.js';
import type { EntityDraft } from '../resolve/entity-draft.js';
import { resolveId } from '../resolve/id-model.js';
import { allowNull } from '../resolve/null-schema.js';
import { findUnsetMembers } from '../resolve/unset-members.js';
import { findSingleColumn } from '../row-id.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import { createSchemaValidator, omitRedundantErrors } from '../schema-validator.js';

/** Reports invalid schemas, and examples that do not match the schema of their field or id. */
export function checkExamples(
  drafts: readonly EntityDraft[],
  targetOf: TargetOf<EntityDraft>,
  problems: SchemaProblems,
): void {
  let validator: Ajv2020 | undefined;
  const context = { targetOf, problems, getValidator: () => (validator ??= createSchemaValidator()) };
  for (const draft of drafts) {
    for (const field of draft.fields) {
      const { schema, example } = draft.getAnnotations(field);
      if (schema !== undefined || example) checkField(draft, field, context);
    }
    for (const edge of draft.edges) if (edge.doc.example) checkEdge(draft, edge, context);
  }
}

interface CheckContext {
  readonly targetOf: TargetOf<EntityDraft>;
  /** Creates the validator on first use. */
  readonly getValidator: () => Ajv2020;
  readonly problems: SchemaProblems;
}

function checkField(draft: EntityDraft, field: FieldModel, { getValidator, problems }: CheckContext): void {
  const { example } = draft.getAnnotations(field);
  const at = { entity: draft.name, member: field.property };
  const validate = compileSchema(getValidator(), field);
  if (typeof validate === 'string') {
    const remedy = 'Use a JSON Schema of draft 2020-12, as OpenAPI 3.1 does.';
    problems.add({
      ...at,
      annotation: '@Schema',
      problem: `is not a valid JSON Schema: ${validate}.`,
      remedy,
    });
  } else if (example && !validate(example.value)) {
    const problem = `${inspectValue(example.value)} does not match the field's schema: ${formatErrors(validate.errors)}.`;
    const remedy = 'Use a value as it appears in JSON.';
    problems.add({ ...at, annotation: '@Example', problem, remedy });
  }
}

function checkEdge(
  { name }: EntityDraft,
  edge: EdgeModel,
  { targetOf, getValidator, problems }: CheckContext,
): void {
  const { example } = edge.doc;
  const target = targetOf(edge);
  const validate = getValidator().compile(resolveId(target).schema);
  if (!example || validate(example.value)) return;
  problems.add({
    entity: name,
    member: edge.property,
    annotation: '@Example',
    problem: `${inspectValue(example.value)} is not an id of ${target.name}: ${formatErrors(validate.errors)}.`,
    remedy: 'Use the id of a row that the edge leads to.',
  });
}

/** The validator of the field's values, or the reason why its schema is invalid. */
function compileSchema(validator: Ajv2020, { schema, nullable }: FieldModel): ValidateFunction | string {
  try {
    return validator.compile(nullable ? allowNull(schema) : schema);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function formatErrors(errors: readonly ErrorObject[] | null | undefined): string {
  return omitRedundantErrors(errors ?? [])
    .map(({ instancePath, message = '' }) => `${instancePath} ${message}`.trim())
    .join(', ');
}

/**
 * Warns once at startup of members that get no value on creation: the column is NOT NULL without a default, clients cannot
 * set it, and no listener or hook runs. Every POST would fail.
 */
export function warnOfImpossibleCreates(
  entities: readonly EntityModel[],
  scanned: readonly ScannedEntity[],
  logger: Logger,
): void {
  const members = entities
    .filter(
      ({ mounted, operations, observedWrites }) =>
        mounted && operations.includes('create') && !observedWrites.create,
    )
    .flatMap((entity) => {
      const scan = scanned.find(({ name }) => name === entity.name);
      return scan ? findUnsetMembers(entity, scan).map((member) => `${entity.name}.${member}`) : [];
    });
  if (members.length === 0) return;
  logger.warn(
    { members },
    'Clients cannot create these entities: a NOT NULL column has no default, and clients cannot set it. Give it a default, set it in a hook or a listener, or exclude `create`.',
  );
}

/**
 * Warns once at startup of visible edges whose foreign key has no index: reading the rows of one parent scans the whole
 * table. TypeORM, SQLite and PostgreSQL create no index for foreign keys.
 */
export function warnOfMissingIndexes(
  entities: readonly EntityModel[],
  scanned: readonly ScannedEntity[],
  logger: Logger,
): void {
  const edges = entities.flatMap((entity) => findUnindexedEdges(entity, scanned));
  if (edges.length === 0) return;
  const add = [...new Set(edges.map(({ remedy }) => remedy))];
  logger.warn(
    { edges: edges.map(({ edge }) => edge), add },
    'Edges use foreign keys without an index: reading them scans whole tables.',
  );
}

function findUnindexedEdges({ name, edges }: EntityModel, scanned: readonly ScannedEntity[]) {
  return edges
    .filter(({ join, target }) => join.kind !== 'own' && !join.indexed && !isView(target, scanned))
    .map(({ property, target }) => {
      const relations = scanned.find((entity) => entity.name === name)?.relations ?? [];
      const inverse = relations.find((relation) => relation.property === property)?.inverse;
      return { edge: `${name}.${property}`, remedy: `@Index() on ${target}.${inverse ?? property}` };
    });
}

/** A view is as fast as its query. */
function isView(name: string, scanned: readonly ScannedEntity[]): boolean {
  return scanned.some((entity) => entity.name === name && entity.table.isView);
}

/**
 * Warns once at startup of `@RelationId` members whose ids are in other tables. A member with `@Skip()` is left out on
 * purpose.
 */
export function warnOfOmittedIds(scanned: readonly ScannedEntity[], logger: Logger): void {
  const members = scanned
    .filter(({ annotations }) => !annotations.own.skip)
    .flatMap(({ name, omittedMembers, annotations }) =>
      omittedMembers.flatMap((member) => (annotations.members.get(member)?.skip ? [] : `${name}.${member}`)),
    );
  if (members.length === 0) return;
  logger.warn(
    { members },
    'These ids are left out because other tables hold them. Use the endpoint of the edge, or @EagerLoad() on the edge; @Skip() on the member silences this warning.',
  );
}

/** Warns once at startup of settings that are valid but risky. */
export function warnOfRisks({ entities }: ApiModel, { defaultEagerLoad, logger }: Settings): void {
  if (defaultEagerLoad)
    logger.warn({ option: 'defaultEagerLoad' }, 'Every edge is eager-loaded: responses can be large.');
  const open = entities.filter(
    ({ allowClientIDs, operations, key }) =>
      allowClientIDs && findSingleColumn(key)?.settable.create === true && operations.includes('delete'),
  );
  if (open.length === 0) return;
  const names = open.map(({ name }) => name);
  logger.warn(
    { entities: names },
    'Clients can choose ids and delete entities: anyone can recreate a deleted entity.',
  );
}
