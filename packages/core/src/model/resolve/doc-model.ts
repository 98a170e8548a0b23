// Resolves the documentation of an entity, an edge or a field.
import type { Annotations } from '../../annotation/annotations.js';
import type { DocumentedOperation } from '../../vocabulary/operation.js';
import type { DocModel } from '../member-model.js';
import type { DefaultId } from './operation-ids.js';

/** Where annotations say nothing of an operation. */
interface OperationDefaults {
  readonly id: DefaultId;
  readonly summary: string;
}

/** The documentation from annotations. `fallback` applies where they say nothing. */
export function resolveDoc(
  annotations: Annotations,
  fallback: { readonly description: string | null; readonly tags: readonly string[] },
): DocModel {
  return {
    description: annotations.description ?? fallback.description,
    deprecated: annotations.deprecated ?? false,
    tags: [...new Set([...(annotations.tags ?? fallback.tags), ...(annotations.additionalTags ?? [])])],
    example: annotations.example ?? null,
    summaries: annotations.operationSummaries ?? {},
    descriptions: annotations.operationDescriptions ?? {},
    operationIDs: annotations.operationIDs ?? {},
  };
}

/** The documentation of an operation. `defaults` applies where the annotations say nothing. */
export function describeOperation(
  doc: DocModel,
  operation: DocumentedOperation,
  defaults: OperationDefaults,
) {
  return {
    ...describeFurtherOperation(doc, operation, defaults),
    tags: doc.tags,
    deprecated: doc.deprecated,
  };
}

/** The id and the texts of an operation that otherwise has the documentation of another. */
export function describeFurtherOperation(
  doc: DocModel,
  operation: DocumentedOperation,
  { summary, id }: OperationDefaults,
) {
  return {
    ids: { byDefault: id, written: doc.operationIDs[operation] ?? null },
    summary: doc.summaries[operation] ?? summary,
    description: doc.descriptions[operation] ?? null,
  };
}
