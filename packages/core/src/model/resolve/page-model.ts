// Resolves the pagination of an entity's list and of an edge's endpoint.
import type { CountMode, Settings } from '../../options.js';
import { annotationFacts, type Annotated } from '../problem/annotation-facts.js';
import type { CollectionModel } from '../member-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

/** The settings of the options, which apply without annotations. */
export function getDefaultCollection(settings: Settings): CollectionModel {
  const cursors = settings.cursorPagination;
  const totalCount = settings.totalCount.join() === 'exact' ? null : settings.totalCount;
  return {
    paginated: !settings.disablePagination,
    minItems: settings.minItemsPerPage,
    maxItems: settings.maxItemsPerPage,
    defaultItems: settings.itemsPerPage,
    exports: [],
    exportLimit: settings.exportLimit,
    cursors,
    totalCount,
    countModes: listCountModes(cursors, totalCount),
    maxOffset: null,
  };
}

/** Cursors need no total, so they add the mode `none`. */
function listCountModes(cursors: boolean, declared: CollectionModel['totalCount']): readonly CountMode[] {
  if (!cursors) return declared ?? [];
  return [...new Set<CountMode>([...(declared ?? ['exact']), 'none'])];
}

/** Applies annotations over inherited settings. Reports sizes in an impossible order. */
export function resolveCollection(
  { at, annotations }: Annotated,
  inherited: CollectionModel,
  problems: SchemaProblems,
): CollectionModel {
  const cursors = annotations.cursorPagination ?? inherited.cursors;
  const totalCount = annotations.totalCount ?? inherited.totalCount;
  const collection: CollectionModel = {
    paginated: annotations.pagination ?? inherited.paginated,
    minItems: annotations.minItemsPerPage ?? inherited.minItems,
    maxItems: annotations.maxItemsPerPage ?? inherited.maxItems,
    defaultItems: annotations.itemsPerPage ?? inherited.defaultItems,
    exports: annotations.exports ?? inherited.exports,
    exportLimit: annotations.exportLimit ?? inherited.exportLimit,
    cursors,
    totalCount,
    countModes: listCountModes(cursors, totalCount),
    maxOffset: annotations.maxOffset ?? inherited.maxOffset,
  };
  const written = bounds.find((bound) => annotations[bound] !== undefined);
  if (written !== undefined && !hasOrderedBounds(collection)) {
    problems.add({
      ...at,
      annotation: annotationFacts[written].decorator,
      problem: `the page sizes are ${String(collection.minItems)} (min), ${String(collection.defaultItems)} (default) and ${String(collection.maxItems)} (max).`,
      remedy: 'Use integers with 1 <= min <= default <= max; set all three where the options do not fit.',
    });
  }
  return collection;
}

/** Inherited bounds are reported where they are declared. */
const bounds = ['itemsPerPage', 'minItemsPerPage', 'maxItemsPerPage'] as const;

function hasOrderedBounds({ minItems, defaultItems, maxItems }: CollectionModel): boolean {
  const whole = [minItems, defaultItems, maxItems].every(Number.isSafeInteger);
  return whole && minItems >= 1 && minItems <= defaultItems && defaultItems <= maxItems;
}
