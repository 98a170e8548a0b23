// Resolves the documentation of an entity, an edge or a field.
import type { Annotations } from '../../annotation/annotations.js';
import type { Operation } from '../../vocabulary/operation.js';
import type { DocModel } from '../member-model.js';

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

/** The texts of an operation. `defaults` applies where the annotations say nothing. */
export function describeOperation(
  doc: DocModel,
  operation: Operation,
  defaults: { readonly operationId: string; readonly summary: string },
) {
  return {
    operationId: doc.operationIDs[operation] ?? defaults.operationId,
    summary: doc.summaries[operation] ?? defaults.summary,
    description: doc.descriptions[operation] ?? null,
    tags: doc.tags,
    deprecated: doc.deprecated,
  };
}
