// An entity half way to its model: fields and edges resolved, filters and sorts not yet.
import type { Annotations } from '../annotation/annotations.js';
import type { EdgeModel, FieldModel } from './api-model.js';
import type { ScannedEntity } from './scan-entities.js';

/** What filters, sorts and bodies are resolved from; edges are followed to the drafts of their targets. */
export interface EntityDraft {
  readonly name: string;
  readonly scanned: ScannedEntity;
  readonly fields: readonly FieldModel[];
  readonly key: readonly FieldModel[];
  /** Null for a composite key. */
  readonly id: FieldModel | null;
  readonly edges: readonly EdgeModel[];
  /** What is written on a member. */
  readonly annotationsOf: (member: { readonly property: string }) => Annotations;
}

/** `fields` hold the key first. */
export function entityDraft(
  scanned: ScannedEntity,
  fields: readonly FieldModel[],
  edges: readonly EdgeModel[],
): EntityDraft {
  const keyProperties = new Set(
    scanned.columns.filter((column) => column.primary).map((column) => column.property),
  );
  const key = fields.filter((field) => keyProperties.has(field.property));
  return {
    name: scanned.name,
    scanned,
    fields,
    key,
    id: key.length === 1 ? (key[0] ?? null) : null,
    edges,
    annotationsOf: ({ property }) => scanned.annotations.members.get(property) ?? {},
  };
}
