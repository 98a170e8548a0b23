// Resolves the documentation of an entity, an edge or a field.
import type { Annotations } from '../../annotation/annotations.js';
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
