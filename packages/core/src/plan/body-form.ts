// The keys that the body of a create or an update may have, and where their values go. Resolved once per entity.
import type { EntityModel } from '../model/api-model.js';
import { narrowToEdge } from '../model/edge-creation.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import type { ColumnTerm } from './plan.js';

/** The keys of one kind of body. */
export interface BodyForm {
  readonly fields: readonly FieldKey[];
  /** Unique edges whose foreign key is the entity's own column. */
  readonly references: readonly ReferenceKey[];
  /** Edges whose change updates other rows or a join table. */
  readonly edges: readonly EdgeKey[];
  /** Edges by which a create also creates rows. */
  readonly nested: readonly NestedKey[];
}

export interface FieldKey {
  readonly field: FieldModel;
  /** JSON pointer to its place in the body. */
  readonly pointer: string;
  readonly column: ColumnTerm;
}

export interface ReferenceKey {
  readonly name: string;
  readonly column: Extract<ColumnTerm, { of: 'edge' }>;
}

export interface EdgeKey {
  readonly edge: EdgeModel;
  readonly target: EntityModel;
}

/** An edge that takes objects, and the target as it is then created. */
export interface NestedKey extends EdgeKey {
  /** It takes ids, too. */
  readonly takesIds: boolean;
}

/** Returns the keys of an entity's bodies. */
export type BodyForms = (entity: EntityModel, operation: 'create' | 'update') => BodyForm;

/** The forms of one model, each built on first use. */
export function createBodyForms(targetOf: (edge: EdgeModel) => EntityModel): BodyForms {
  const known = {
    create: new WeakMap<EntityModel, BodyForm>(),
    update: new WeakMap<EntityModel, BodyForm>(),
  };
  return (entity, operation) => {
    const existing = known[operation].get(entity);
    if (existing) return existing;
    const made = buildBodyForm(entity, operation, targetOf);
    known[operation].set(entity, made);
    return made;
  };
}

function buildBodyForm(
  { fields, edges }: EntityModel,
  operation: 'create' | 'update',
  targetOf: (edge: EdgeModel) => EntityModel,
): BodyForm {
  const settable = edges
    .filter((edge) => edge.settable[operation])
    .map((edge) => ({ edge, target: targetOf(edge) }));
  return {
    fields: fields.filter((field) => field.settable[operation]).map(buildFieldKey),
    references: settable.filter(({ edge }) => edge.join.kind === 'own').map(buildReferenceKey),
    edges: settable.filter(({ edge }) => edge.join.kind !== 'own'),
    nested: operation === 'create' ? edges.flatMap((edge) => buildNestedKey(edge, targetOf)) : [],
  };
}

function buildNestedKey(edge: EdgeModel, targetOf: (edge: EdgeModel) => EntityModel): readonly NestedKey[] {
  if (!edge.creation?.nested) return [];
  return [{ edge, target: narrowToEdge(targetOf(edge), edge), takesIds: edge.settable.create }];
}

function buildFieldKey(field: FieldModel): FieldKey {
  return { field, pointer: toPointer(field.name), column: { of: 'field', field } };
}

function buildReferenceKey({ edge, target }: EdgeKey): ReferenceKey {
  return { name: edge.name, column: { of: 'edge', edge, target } };
}
