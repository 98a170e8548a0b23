// A table of all annotations: how each is written, where it may be used, which argument it takes.
import type { Annotations } from '../../annotation/annotations.js';

/** Where an annotation may be used. */
export type AnnotationPlace = 'class' | 'edge' | 'field';

/** The argument of an annotation; `own` is checked where its meaning is resolved. */
export type ArgumentKind =
  | 'nothing'
  | 'flag'
  | 'text'
  | 'texts'
  | 'entity name'
  | 'schema'
  | 'order'
  | 'operations'
  | 'bulk operations'
  | 'operation texts'
  | 'operation ids'
  | 'depth'
  | 'rows'
  | 'row limit'
  | 'count modes'
  | 'null place'
  | 'functions'
  | 'units'
  | 'formats'
  | 'cache directives'
  | 'own';

/** One row of the table. */
export interface AnnotationFacts {
  /** As the author writes it. */
  readonly decorator: `@${string}`;
  readonly on: readonly AnnotationPlace[];
  readonly argument: ArgumentKind;
}

/** A class, or a member of one, with its annotations. */
export interface Annotated {
  readonly at: { readonly entity: string; readonly member?: string };
  readonly annotations: Annotations;
}

const anywhere = ['class', 'edge', 'field'] as const;
const classOrEdge = ['class', 'edge'] as const;

/** One entry per annotation: a new annotation does not compile without one. */
export const annotationFacts: Readonly<Record<keyof Annotations, AnnotationFacts>> = {
  skip: { decorator: '@Skip', on: anywhere, argument: 'nothing' },
  entityName: { decorator: '@EntityName', on: ['class'], argument: 'entity name' },
  abstract: { decorator: '@Abstract', on: ['class'], argument: 'nothing' },
  readOnly: { decorator: '@ReadOnly', on: ['field'], argument: 'nothing' },
  example: { decorator: '@Example', on: ['edge', 'field'], argument: 'own' },
  schema: { decorator: '@Schema', on: ['field'], argument: 'schema' },
  deprecated: { decorator: '@Deprecated', on: anywhere, argument: 'nothing' },
  description: { decorator: '@Description', on: anywhere, argument: 'text' },
  tags: { decorator: '@Tags', on: classOrEdge, argument: 'texts' },
  additionalTags: { decorator: '@AdditionalTags', on: classOrEdge, argument: 'texts' },
  operationSummaries: { decorator: '@OperationSummary', on: classOrEdge, argument: 'operation texts' },
  operationDescriptions: { decorator: '@OperationDescription', on: classOrEdge, argument: 'operation texts' },
  operationIDs: { decorator: '@OperationID', on: classOrEdge, argument: 'operation ids' },
  eagerLoad: { decorator: '@EagerLoad', on: ['edge'], argument: 'flag' },
  eagerLoadLimit: { decorator: '@EagerLoadLimit', on: ['edge'], argument: 'own' },
  edgeEndpoint: { decorator: '@EdgeEndpoint', on: ['edge'], argument: 'flag' },
  edgeUpdateBulk: { decorator: '@EdgeUpdateBulk', on: ['edge'], argument: 'flag' },
  nestedCreate: { decorator: '@NestedCreate', on: ['edge'], argument: 'flag' },
  edgeCreate: { decorator: '@EdgeCreate', on: ['edge'], argument: 'flag' },
  sortable: { decorator: '@Sortable', on: ['field'], argument: 'null place' },
  defaultSort: { decorator: '@DefaultSort', on: ['class'], argument: 'text' },
  defaultOrder: { decorator: '@DefaultOrder', on: ['class'], argument: 'order' },
  filters: { decorator: '@Filter', on: ['edge', 'field'], argument: 'own' },
  filterGroups: { decorator: '@FilterGroup', on: ['edge', 'field'], argument: 'texts' },
  pagination: { decorator: '@Pagination', on: classOrEdge, argument: 'flag' },
  minItemsPerPage: { decorator: '@MinItemsPerPage', on: classOrEdge, argument: 'own' },
  maxItemsPerPage: { decorator: '@MaxItemsPerPage', on: classOrEdge, argument: 'own' },
  itemsPerPage: { decorator: '@ItemsPerPage', on: classOrEdge, argument: 'own' },
  cursorPagination: { decorator: '@CursorPagination', on: classOrEdge, argument: 'flag' },
  totalCount: { decorator: '@TotalCount', on: classOrEdge, argument: 'count modes' },
  maxOffset: { decorator: '@MaxOffset', on: classOrEdge, argument: 'rows' },
  where: { decorator: '@Where', on: ['class'], argument: 'flag' },
  filterDepth: { decorator: '@FilterDepth', on: ['class'], argument: 'depth' },
  requiredFilters: { decorator: '@RequireFilter', on: classOrEdge, argument: 'texts' },
  includable: { decorator: '@Includable', on: ['edge'], argument: 'flag' },
  includeDepth: { decorator: '@IncludeDepth', on: ['class'], argument: 'depth' },
  sparseFields: { decorator: '@SparseFields', on: ['class'], argument: 'flag' },
  measures: { decorator: '@Measure', on: ['class', 'field'], argument: 'functions' },
  groupable: { decorator: '@Groupable', on: ['edge', 'field'], argument: 'units' },
  exports: { decorator: '@Export', on: classOrEdge, argument: 'formats' },
  exportLimit: { decorator: '@ExportLimit', on: classOrEdge, argument: 'row limit' },
  filterPaths: { decorator: '@FilterPath', on: ['field'], argument: 'own' },
  sortablePaths: { decorator: '@SortablePath', on: ['field'], argument: 'texts' },
  etag: { decorator: '@ETag', on: ['class'], argument: 'flag' },
  requireIfMatch: { decorator: '@RequireIfMatch', on: ['class'], argument: 'flag' },
  cacheControl: { decorator: '@CacheControl', on: ['class'], argument: 'cache directives' },
  allowClientIDs: { decorator: '@AllowClientIDs', on: ['class'], argument: 'flag' },
  requireIdempotencyKey: { decorator: '@RequireIdempotencyKey', on: ['class'], argument: 'flag' },
  restore: { decorator: '@Restore', on: ['class'], argument: 'flag' },
  bulk: { decorator: '@Bulk', on: ['class'], argument: 'bulk operations' },
  handler: { decorator: '@Handler', on: classOrEdge, argument: 'flag' },
  includeOperations: { decorator: '@IncludeOperations', on: classOrEdge, argument: 'operations' },
  excludeOperations: { decorator: '@ExcludeOperations', on: classOrEdge, argument: 'operations' },
};

/** The annotations of a class or member, each with its row of the table. */
export function listAnnotations(
  annotations: Annotations,
): readonly { readonly facts: AnnotationFacts; readonly value: unknown }[] {
  return Object.entries(annotations).map(([name, value]) => ({
    facts: annotationFacts[name as keyof Annotations],
    value: value as unknown,
  }));
}
