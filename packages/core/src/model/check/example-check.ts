// Checks @Schema and @Example: the former must be a JSON Schema, the latter must match the schema of its field, or of the
// ids of its edge.
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { EdgeModel, FieldModel } from '../api-model.js';
import type { TargetOf } from '../edge-targets.js';
import type { EntityDraft } from '../resolve/entity-draft.js';
import { resolveId } from '../resolve/id-model.js';
import { allowNull } from '../resolve/null-schema.js';
import { createSchemaValidator } from '../schema-validator.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { inspectValue } from '../problem/value-fault.js';

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
  const messages = (errors ?? []).map(({ instancePath, message = '' }) =>
    `${instancePath} ${message}`.trim(),
  );
  return messages.join(', ');
}
