// Resolves edges: which relations are visible, and how they are loaded, addressed and written.
import type { Annotations } from '../../annotation/annotations.js';
import type { Settings } from '../../options.js';
import type { Annotated } from '../problem/annotation-facts.js';
import type { CollectionModel, EdgeCreationModel, EdgeEndpointModel, EdgeModel } from '../member-model.js';
import type { JoinModel } from '../join-model.js';
import { resolveDoc } from './doc-model.js';
import { resolveEdgeOperations } from './operation-model.js';
import { resolveCollection } from './page-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { ScannedRelation } from '../scan/scan-relations.js';
import { ignoredProblems, type SchemaProblems } from '../problem/schema-problems.js';
import { assignEdgePaths } from './default-paths.js';
import { findRelationFault } from './unservable.js';
import { toEdgePath, toWireName } from './wire-name.js';

/** The facts about the target of an edge that the edge depends on. */
interface EdgeTarget {
  readonly scanned: ScannedEntity;
  readonly collection: CollectionModel;
  /** The columns of its key. */
  readonly keyColumns: ReadonlySet<string>;
  /** Whether bodies can refer to its rows. Rows of a view cannot be locked while they are referenced. */
  readonly isReferable: boolean;
  /** Whether clients can create its rows; `excluded` if its annotations say that they cannot. */
  readonly creatable: boolean | 'excluded';
}

interface EdgeContext {
  readonly settings: Settings;
  readonly problems: SchemaProblems;
}

/** A relation to resolve into an edge. */
interface EdgeSource {
  readonly entity: ScannedEntity;
  readonly relation: ScannedRelation;
  readonly join: JoinModel;
  readonly annotations: Annotations;
  readonly target: EdgeTarget;
  /** The facts about the entity itself, as the target of the edge that leads back. */
  readonly own: EdgeTarget | undefined;
}

/** The visible edges of an entity, in declared order. Edges to hidden entities are left out. */
export function resolveEdges(
  entity: ScannedEntity,
  targets: ReadonlyMap<string, EdgeTarget>,
  context: EdgeContext,
): readonly EdgeModel[] {
  const edges = entity.relations.flatMap((relation) => {
    const annotations = entity.annotations.members.get(relation.property) ?? {};
    const target = targets.get(relation.target);
    if (annotations.skip || !target) return [];
    const { join } = relation;
    const own = targets.get(entity.name);
    if (join) return [resolveEdge({ entity, relation, join, annotations, target, own }, context)];
    const fault = findRelationFault(entity, relation);
    if (fault) context.problems.add(fault);
    return [];
  });
  return assignEdgePaths(edges);
}

function resolveEdge(source: EdgeSource, { settings, problems }: EdgeContext): EdgeModel {
  const { entity, relation, annotations, target } = source;
  const operations = resolveEdgeOperations(annotations);
  const eager = annotations.eagerLoad ?? settings.defaultEagerLoad;
  const annotated = { at: { entity: entity.name, member: relation.property }, annotations };
  const settable = resolveEdgeSettable(source, operations);
  const unpaged = eager && !settings.disableEagerLoadNonPagedOpt;
  return {
    property: relation.property,
    name: toWireName(relation.property, settings.naming),
    path: toEdgePath(relation.property),
    target: relation.target,
    unique: relation.unique,
    nullable: relation.nullable,
    join: source.join,
    eager,
    eagerLimit: resolveEagerLimit(annotated, settings, problems),
    includable: annotations.includable ?? false,
    endpoint: resolveEndpoint(source, eager, settings),
    collection: resolveCollection(
      annotated,
      unpaged ? { ...target.collection, paginated: false } : target.collection,
      problems,
    ),
    requiredFilters: annotations.requiredFilters ?? [],
    ...resolveEdgePresence(relation, settable),
    settable,
    bulk: annotations.edgeUpdateBulk ?? false,
    creation: resolveCreation(source, { settings, problems }),
    doc: resolveDoc(annotations, { description: null, tags: [relation.property] }),
    mounted: annotations.handler ?? true,
  };
}

/** Without the operation in the option `defaultOperations`, an API has none of these creates either. */
function resolveCreation(source: EdgeSource, { settings, problems }: EdgeContext): EdgeCreationModel | null {
  const { edgeCreate: endpoint = false, nestedCreate: nested = false } = source.annotations;
  if (!endpoint && !nested) return null;
  if (nested && source.relation.property.includes('.')) problems.add(describeEmbeddedCreate(source));
  if (source.target.creatable === 'excluded') problems.add(describeExcludedCreate(source));
  if (source.target.creatable !== true || source.entity.table.isView) return null;
  const { relation, target, join } = source;
  const back = target.scanned.relations.find(({ property }) => property === relation.inverse);
  return {
    inverse: join.kind === 'foreign' ? resolveInverse(source, settings) : null,
    back: relation.unique && back?.unique ? back.property : null,
    endpoint,
    nested,
  };
}

function describeEmbeddedCreate({ entity, relation }: EdgeSource) {
  return {
    entity: entity.name,
    member: relation.property,
    annotation: '@NestedCreate',
    problem: 'bodies cannot nest objects of an edge inside an embedded object.',
    remedy: 'Remove the annotation: bodies take the id.',
  };
}

function describeExcludedCreate({ entity, relation, annotations }: EdgeSource) {
  const { property: member, target } = relation;
  return {
    entity: entity.name,
    member,
    annotation: annotations.edgeCreate ? '@EdgeCreate' : '@NestedCreate',
    problem: `${target} has no operation 'create'.`,
    remedy: `Include OperationCreate on ${target}, or remove the annotation.`,
  };
}

/** The edge of the target that leads back. `@Skip()` on it changes nothing: clients do not name it. */
function resolveInverse({ relation, target, own }: EdgeSource, settings: Settings): EdgeModel | null {
  const { scanned } = target;
  const inverse = scanned.relations.find(({ property }) => property === relation.inverse);
  if (!inverse?.join || !own) return null;
  const annotations = scanned.annotations.members.get(inverse.property) ?? {};
  return resolveEdge(
    { entity: scanned, relation: inverse, join: inverse.join, annotations, target: own, own: target },
    // The entity of the inverse reports its problems.
    { settings, problems: ignoredProblems },
  );
}

/** What an author wrote on the edge wins over the operations of the class, unless a subclass chose those. */
function resolveEndpoint(
  { entity, annotations, relation }: EdgeSource,
  eager: boolean,
  settings: Settings,
): EdgeEndpointModel | null {
  const operation = relation.unique ? 'read' : 'list';
  const isOn = annotations.edgeEndpoint ?? !(eager && settings.disableEagerLoadedEndpoints);
  if (!isOn || !resolveEdgeOperations(annotations).has(operation)) return null;
  const isWritten = annotations.edgeEndpoint ?? annotations.includeOperations?.includes(operation);
  return isWritten && !entity.annotations.overruled.has(relation.property) ? 'always' : 'with-class';
}

/** Whether a create must give the edge: not where the class or its code may. */
function resolveEdgePresence(
  { unique, nullable, provided, filled }: ScannedRelation,
  settable: EdgeModel['settable'],
): Pick<EdgeModel, 'required' | 'filled'> {
  const isNeeded = settable.create && unique && !nullable && !provided;
  return { required: isNeeded && !filled, filled: isNeeded && filled };
}

/** Keys never change, so an edge whose foreign key is part of a key is set on creation only. */
function resolveEdgeSettable(
  { entity: { columns, table }, relation: { inStoredTree }, join, target }: EdgeSource,
  operations: ReadonlySet<string>,
): EdgeModel['settable'] {
  const key = new Set(columns.flatMap(({ primary, column }) => (primary ? column : [])));
  const ofTarget = join.kind === 'foreign' && join.columns.some((column) => target.keyColumns.has(column));
  const ofOwn = join.kind === 'own' && join.columns.every((column) => key.has(column));
  const writable = target.isReferable && !table.isView && !ofTarget && !inStoredTree;
  return {
    create: writable && operations.has('create'),
    update: writable && !ofOwn && operations.has('update'),
  };
}

function resolveEagerLimit(
  { at, annotations }: Annotated,
  settings: Settings,
  problems: SchemaProblems,
): number {
  const limit = annotations.eagerLoadLimit ?? settings.eagerLoadLimit;
  if (limit === -1 || (Number.isSafeInteger(limit) && limit > 0)) return limit;
  problems.add({
    ...at,
    annotation: '@EagerLoadLimit',
    problem: `${String(limit)} is not a limit.`,
    remedy: 'Use a positive integer, or -1 for no limit.',
  });
  return limit;
}
