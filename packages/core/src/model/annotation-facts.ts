// A table of all annotations: how each is written, where it may be used, which argument it takes.
import type { Annotations } from '../annotation/annotations.js';

/** Where an annotation may be used. */
export type AnnotationPlace = 'class' | 'edge' | 'field';

/** The argument of an annotation; `own` is checked where its meaning is resolved. */
export type ArgumentKind =
  'nothing' | 'flag' | 'text' | 'texts' | 'schema' | 'order' | 'operations' | 'operation texts' | 'own';

/** One row of the table. */
export interface AnnotationFacts {
  /** As the author writes it. */
  readonly written: `@${string}`;
  readonly on: readonly AnnotationPlace[];
  readonly takes: ArgumentKind;
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
  skip: { written: '@Skip', on: anywhere, takes: 'nothing' },
  readOnly: { written: '@ReadOnly', on: ['field'], takes: 'nothing' },
  example: { written: '@Example', on: ['edge', 'field'], takes: 'own' },
  schema: { written: '@Schema', on: ['field'], takes: 'schema' },
  deprecated: { written: '@Deprecated', on: anywhere, takes: 'nothing' },
  description: { written: '@Description', on: anywhere, takes: 'text' },
  tags: { written: '@Tags', on: classOrEdge, takes: 'texts' },
  additionalTags: { written: '@AdditionalTags', on: classOrEdge, takes: 'texts' },
  operationSummaries: { written: '@OperationSummary', on: classOrEdge, takes: 'operation texts' },
  operationDescriptions: { written: '@OperationDescription', on: classOrEdge, takes: 'operation texts' },
  operationIDs: { written: '@OperationID', on: classOrEdge, takes: 'operation texts' },
  eagerLoad: { written: '@EagerLoad', on: ['edge'], takes: 'flag' },
  eagerLoadLimit: { written: '@EagerLoadLimit', on: ['edge'], takes: 'own' },
  edgeEndpoint: { written: '@EdgeEndpoint', on: ['edge'], takes: 'flag' },
  edgeUpdateBulk: { written: '@EdgeUpdateBulk', on: ['edge'], takes: 'flag' },
  sortable: { written: '@Sortable', on: ['field'], takes: 'nothing' },
  defaultSort: { written: '@DefaultSort', on: ['class'], takes: 'text' },
  defaultOrder: { written: '@DefaultOrder', on: ['class'], takes: 'order' },
  filters: { written: '@Filter', on: ['edge', 'field'], takes: 'own' },
  filterGroups: { written: '@FilterGroup', on: ['edge', 'field'], takes: 'texts' },
  pagination: { written: '@Pagination', on: classOrEdge, takes: 'flag' },
  minItemsPerPage: { written: '@MinItemsPerPage', on: classOrEdge, takes: 'own' },
  maxItemsPerPage: { written: '@MaxItemsPerPage', on: classOrEdge, takes: 'own' },
  itemsPerPage: { written: '@ItemsPerPage', on: classOrEdge, takes: 'own' },
  allowClientIDs: { written: '@AllowClientIDs', on: ['class'], takes: 'flag' },
  handler: { written: '@Handler', on: classOrEdge, takes: 'flag' },
  includeOperations: { written: '@IncludeOperations', on: classOrEdge, takes: 'operations' },
  excludeOperations: { written: '@ExcludeOperations', on: classOrEdge, takes: 'operations' },
};

/** The annotations of a class or member, each with its row of the table. */
export function writtenOn(
  annotations: Annotations,
): readonly { readonly facts: AnnotationFacts; readonly value: unknown }[] {
  return Object.entries(annotations).map(([name, value]) => ({
    facts: annotationFacts[name as keyof Annotations],
    value: value as unknown,
  }));
}
