// A partly resolved entity: it has fields and edges, but no filters and sorts yet.
import type { Annotations } from '../../annotation/annotations.js';
import type { Settings } from '../../options.js';
import type { EdgeModel, FieldModel } from '../member-model.js';
import type { Operation } from '../../vocabulary/operation.js';
import type { TargetOf } from '../edge-targets.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { addDiscriminatorDefaults } from './variants-model.js';

/** The source of filters, sorts and bodies; edges lead to the drafts of their targets. */
export interface EntityDraft {
  readonly name: string;
  readonly scanned: ScannedEntity;
  readonly fields: readonly FieldModel[];
  readonly key: readonly FieldModel[];
  readonly edges: readonly EdgeModel[];
  /** Operations that are left out because they cannot be served. */
  readonly unservable: readonly Operation[];
  /** The annotations of a member. */
  readonly getAnnotations: (member: { readonly property: string }) => Annotations;
}

/** What the later parts of an entity are resolved with. */
export interface DraftContext {
  /** Finds the entity that an edge leads to. */
  readonly targetOf: TargetOf<EntityDraft>;
  readonly settings: Settings;
  readonly problems: SchemaProblems;
}

/** A draft of its fields, the key first, and edges. */
export function createEntityDraft(
  scanned: ScannedEntity,
  fields: readonly FieldModel[],
  edges: readonly EdgeModel[],
): EntityDraft {
  const primary = scanned.columns.filter((column) => column.primary);
  return {
    name: scanned.name,
    scanned,
    fields,
    key: primary.flatMap(({ property }) => fields.find((field) => field.property === property) ?? []),
    edges,
    unservable: [],
    getAnnotations: ({ property }) =>
      addDiscriminatorDefaults(scanned, property, scanned.annotations.members.get(property) ?? {}),
  };
}
