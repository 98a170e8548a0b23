// What authors say of a value's shape: @Schema must be a JSON Schema, and @Example must fit the schema of its field, or of
// the ids that its edge leads to.
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { EdgeModel, FieldModel } from './api-model.js';
import { shown } from './annotation-argument.js';
import type { TargetOf } from './edge-targets.js';
import type { EntityDraft } from './entity-draft.js';
import { idModel } from './id-model.js';
import { orNull } from './null-schema.js';
import { schemaValidator } from './schema-validator.js';
import type { SchemaProblems } from './schema-problems.js';

/** Reports schemas that are none, and examples that break the schema of their field or id. */
export function checkExamples(
  drafts: readonly EntityDraft[],
  targetOf: TargetOf<EntityDraft>,
  problems: SchemaProblems,
): void {
  let validator: Ajv2020 | undefined;
  for (const draft of drafts) {
    for (const field of draft.fields) {
      const { schema, example } = draft.annotationsOf(field);
      if (schema === undefined && !example) continue;
      checkField(draft, field, (validator ??= schemaValidator()), problems);
    }
    for (const edge of draft.edges) {
      if (edge.doc.example)
        checkEdge(draft, edge, targetOf(edge), (validator ??= schemaValidator()), problems);
    }
  }
}

function checkField(
  draft: EntityDraft,
  field: FieldModel,
  validator: Ajv2020,
  problems: SchemaProblems,
): void {
  const { example } = draft.annotationsOf(field);
  const at = { entity: draft.name, member: field.property };
  const validate = compiled(validator, field);
  if (typeof validate === 'string') {
    const remedy = 'Use a JSON Schema of draft 2020-12, as OpenAPI 3.1 does.';
    problems.add({ ...at, annotation: '@Schema', problem: `is not a schema: ${validate}.`, remedy });
  } else if (example && !validate(example.value)) {
    const problem = `${shown(example.value)} breaks the field's schema: ${faultsOf(validate.errors)}.`;
    const remedy = 'Use a value as it looks on the wire.';
    problems.add({ ...at, annotation: '@Example', problem, remedy });
  }
}

function checkEdge(
  { name }: EntityDraft,
  { property, doc: { example } }: EdgeModel,
  target: EntityDraft,
  validator: Ajv2020,
  problems: SchemaProblems,
): void {
  const validate = validator.compile(idModel(target).schema);
  if (!example || validate(example.value)) return;
  problems.add({
    entity: name,
    member: property,
    annotation: '@Example',
    problem: `${shown(example.value)} is not an id of ${target.name}: ${faultsOf(validate.errors)}.`,
    remedy: 'Use the id of a row that the edge leads to.',
  });
}

/** A check of the field's values, or why there can be none. */
function compiled(validator: Ajv2020, { schema, nullable }: FieldModel): ValidateFunction | string {
  try {
    return validator.compile(nullable ? orNull(schema) : schema);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function faultsOf(errors: readonly ErrorObject[] | null | undefined): string {
  const told = (errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`.trim());
  return told.join(', ');
}
