// The keys that the body of a create or an update may have, and where their values go. Resolved once per entity.
import type { EntityModel } from '../model/api-model.js';
import { isSetInManyRows } from '../model/bulk-classes.js';
import { narrowToEdge } from '../model/edge-creation.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { ColumnTerm, EdgeChange } from './writes.js';

/** The keys of one kind of body. */
export interface BodyForm {
  readonly fields: readonly FieldKey[];
  /** Unique edges whose foreign key is the entity's own column. */
  readonly references: readonly ReferenceKey[];
  /** Foreign keys of several of them, or of a field and one, may have a column in common. */
  readonly sharesColumns: boolean;
  /** Edges whose change updates other rows or a join table. */
  readonly edges: readonly ChangedEdge[];
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

/** An edge that a body changes, by keys in the order in which they do. */
export interface ChangedEdge extends EdgeKey {
  readonly changes: readonly Pick<EdgeChange, 'mode' | 'bodyKey'>[];
}

/** An edge that takes objects, and the target as it is then created. */
export interface NestedKey extends EdgeKey {
  /** It takes ids, too. */
  readonly takesIds: boolean;
}

/** The kinds of bodies. `many`: the keys to set in many rows. `item`: an update of one of many rows, with its id. */
export type BodyKind = 'create' | 'update' | 'many' | 'item';

/** The operation that a kind of body is for. */
export const operationOfBody: Readonly<Record<BodyKind, 'create' | 'update'>> = {
  create: 'create',
  update: 'update',
  many: 'update',
  item: 'update',
};

/** The schema of a kind of body. */
export function getBodySchema({ name, body, bulk }: EntityModel, kind: BodyKind): JsonSchema {
  if (kind === 'create' || kind === 'update') return body[kind];
  const schema = bulk?.body?.[kind];
  if (!schema) throw new Error(`${name} has no such body.`);
  return schema;
}

/** Returns the keys of an entity's bodies. */
export type BodyForms = (entity: EntityModel, kind: BodyKind) => BodyForm;

/** The forms of one model, each built on first use. */
export function createBodyForms(targetOf: (edge: EdgeModel) => EntityModel): BodyForms {
  const known = {
    create: new WeakMap<EntityModel, BodyForm>(),
    update: new WeakMap<EntityModel, BodyForm>(),
    many: new WeakMap<EntityModel, BodyForm>(),
    item: new WeakMap<EntityModel, BodyForm>(),
  };
  return (entity, kind) => {
    const existing = known[kind].get(entity);
    if (existing) return existing;
    const made = buildBodyForm(entity, kind, targetOf);
    known[kind].set(entity, made);
    return made;
  };
}

function buildBodyForm(
  entity: EntityModel,
  kind: BodyKind,
  targetOf: (edge: EdgeModel) => EntityModel,
): BodyForm {
  const { fields, edges } = entity;
  const operation = operationOfBody[kind];
  const settable = edges
    .filter((edge) => (kind === 'many' ? isSetInManyRows(entity, edge) : edge.settable[operation]))
    .map((edge) => ({ edge, target: targetOf(edge) }));
  const references = settable.filter(({ edge }) => edge.join.kind === 'own').map(buildReferenceKey);
  return {
    fields: fields.filter((field) => field.settable[operation]).map(buildFieldKey),
    references,
    sharesColumns: mayShareColumns(references),
    edges: settable
      .filter(({ edge }) => edge.join.kind !== 'own')
      .map((key) => ({ ...key, changes: buildEdgeChanges(key.edge, operation) })),
    nested: operation === 'create' ? edges.flatMap((edge) => buildNestedKey(edge, targetOf)) : [],
  };
}

/** Whether foreign keys may share a column: those of several columns may share it with the key of the row, too. */
export function mayShareColumns(references: readonly Pick<ReferenceKey, 'column'>[]): boolean {
  const columns = references.map(({ column: { edge } }) =>
    edge.join.kind === 'own' ? edge.join.columns : [],
  );
  const names = columns.flat();
  return columns.some(({ length }) => length > 1) || new Set(names).size < names.length;
}

function buildEdgeChanges(
  { name, unique, bulk }: EdgeModel,
  operation: 'create' | 'update',
): ChangedEdge['changes'] {
  if (unique) return [{ mode: 'set', bodyKey: name }];
  if (operation === 'create') return [{ mode: 'add', bodyKey: name }];
  return [
    ...(bulk ? [{ mode: 'set', bodyKey: name } as const] : []),
    { mode: 'remove', bodyKey: `remove_${name}` },
    { mode: 'add', bodyKey: `add_${name}` },
  ];
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
