// Reports annotations of a class that other annotations of the same class leave without effect. What an option or a base class
// does to them is no mistake of the class: others may serve it, or inherit from it.
import type { Annotations } from '../../annotation/annotations.js';
import { operations, type Operation } from '../../vocabulary/operation.js';
import type { ApiModel } from '../api-model.js';
import { annotationFacts } from '../problem/annotation-facts.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { isOrExtends } from '../resolve/class-hierarchy.js';
import { resolveEdgeOperations } from '../resolve/operation-model.js';
import { bulkOperationOf, type Route } from '../route-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import { perOperation } from './annotation-check.js';
import { checkEdgeEffects } from './edge-effect-check.js';

type Name = keyof Annotations;

/** Of pages. A plain list may have a count mode, which it does not need. */
const ofPages = [
  'minItemsPerPage',
  'maxItemsPerPage',
  'itemsPerPage',
  'cursorPagination',
  'maxOffset',
] as const satisfies readonly Name[];

/** Of pages alone: the bounds are those of an edge that requests include, too. */
const ofOwnPages = ['cursorPagination', 'maxOffset'] as const satisfies readonly Name[];

/** Of lists and of what is chosen as in a list. */
const ofLists = [
  ...ofPages,
  'where',
  'requiredFilters',
  'exports',
  'exportLimit',
] as const satisfies readonly Name[];

/** What serves the classes. */
interface Served {
  readonly model: ApiModel;
  readonly routes: readonly Route[];
}

/** Why annotations of a class have no effect, and which they are. */
interface Ineffective {
  readonly names: readonly Name[];
  readonly problem: string;
  readonly remedy: string;
}

/** Reports what has no effect, each annotation once. */
export function checkEffects(
  shown: readonly ScannedEntity[],
  served: Served,
  problems: SchemaProblems,
): void {
  for (const entity of shown) {
    // What it writes may be for the classes that extend it.
    if (isExtended(entity, shown)) continue;
    const { written } = entity.annotations;
    const { names = [], problem = '', remedy = '' } = findIneffective(entity, served) ?? {};
    for (const name of names) {
      if (written[name] === undefined || written[name] === false) continue;
      problems.add({ entity: entity.name, annotation: annotationFacts[name].decorator, problem, remedy });
    }
    checkTexts(entity, problems);
    checkIncludeDepth(entity, served, problems);
    checkEdgeEffects(entity, problems);
  }
}

function isExtended({ target }: ScannedEntity, shown: readonly ScannedEntity[]): boolean {
  return target !== null && shown.some((other) => other.target !== target && isOrExtends(other, target));
}

/** Reports texts of operations that the class itself leaves out. Those of writes of a view are reported with its other mistakes. */
function checkTexts(
  { name: entity, annotations: { written }, table: { isView } }: ScannedEntity,
  problems: SchemaProblems,
): void {
  const included = resolveEdgeOperations(written);
  const leftOut = operations.filter(
    (operation) => !included.has(operation) && !(isView && isWrite(operation)),
  );
  for (const name of perOperation)
    for (const operation of leftOut.filter((each) => written[name]?.[each] !== undefined))
      problems.add({
        entity,
        annotation: annotationFacts[name].decorator,
        problem: `the annotations of the class leave out the operation '${operation}'.`,
        remedy: 'Include the operation, or remove the annotation.',
      });
}

function isWrite(operation: Operation): boolean {
  return operation === 'create' || operation === 'update' || operation === 'delete';
}

/** Whatever the options are, a class without relations has no edge to include. */
function checkIncludeDepth(
  { name, annotations, relations }: ScannedEntity,
  { model }: Served,
  problems: SchemaProblems,
): void {
  if (annotations.written.includeDepth === undefined || relations.length > 0) return;
  if (model.entities.some((entity) => entity.name === name && entity.edges.length > 0)) return;
  problems.add({
    entity: name,
    annotation: annotationFacts.includeDepth.decorator,
    problem: 'the class has no edges.',
    remedy: 'Remove the annotation.',
  });
}

function findIneffective({ name, annotations }: ScannedEntity, served: Served): Ineffective | null {
  const { written, own } = annotations;
  const routes = served.routes.filter(({ subject }) => subject.name === name);
  if (excludesList(written)) return isListed(name, routes, served) ? null : { names: ofLists, ...noList };
  if (written.pagination === false && !routes.some(({ collection }) => collection?.paginated))
    return { names: isIncluded(name, served) ? ofOwnPages : ofPages, ...noPages };
  if (own.exports === undefined && !routes.some(({ collection }) => collection?.exports.length))
    return { names: ['exportLimit'], ...noExport };
  return null;
}

const noList = {
  problem: 'no endpoint lists the entities of the class, as its annotations leave out the operation.',
  remedy: 'Include OperationList, or remove the annotation.',
};

const noPages = {
  problem: 'the lists of the class have no pages: @Pagination(false).',
  remedy: 'Remove one of the two.',
};

const noExport = {
  problem: 'the lists of the class have no exports.',
  remedy: "Add @Export('csv', 'ndjson'), or remove the annotation.",
};

function excludesList({ includeOperations, excludeOperations }: Annotations): boolean {
  return includeOperations?.includes('list') === false || excludeOperations?.includes('list') === true;
}

/** Whether requests may include its rows by an edge of another class. */
function isIncluded(name: string, { model }: Served): boolean {
  return model.entities.some(({ edges }) =>
    edges.some(({ target, includable }) => includable && target === name),
  );
}

/** Whether a list, a write of many rows or an edge of another class can choose among the rows. */
function isListed(name: string, routes: readonly Route[], { model }: Served): boolean {
  return (
    routes.some(({ collection, kind }) => collection !== null || bulkOperationOf[kind] !== null) ||
    model.entities.some(({ edges }) => edges.some(({ target }) => target === name))
  );
}
