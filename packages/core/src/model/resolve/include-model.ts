// Resolves the paths that clients may name in `include`, and reports those whose parameters are ambiguous or too many.
import type { Annotations } from '../../annotation/annotations.js';
import type { Limits } from '../../limits.js';
import type { Settings } from '../../options.js';
import { edgeParameters, formatEdgeParameter, type EdgeParameter } from '../../vocabulary/wire-names.js';
import type { EntityModel } from '../api-model.js';
import { createTargetLookup, type TargetOf } from '../edge-targets.js';
import type { EdgeModel } from '../member-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import type { IncludeModel } from '../query-model.js';

/** Maximum number of path parameters of one class: documentation pages list all of them. */
const maxParameters = 200;

interface IncludeContext {
  readonly limits: Limits;
  readonly problems: SchemaProblems;
}

/** What clients may choose of the answers of an entity. */
export function resolveViewChoices(
  { includeDepth, sparseFields }: Annotations,
  settings: Settings,
): Pick<EntityModel, 'includeDepth' | 'sparseFields'> {
  return {
    includeDepth: includeDepth ?? settings.includeDepth,
    sparseFields: sparseFields ?? settings.sparseFields,
  };
}

/** Adds the include paths to each entity. */
export function addIncludes(
  entities: readonly EntityModel[],
  { limits, problems }: IncludeContext,
): readonly EntityModel[] {
  const targetOf = createTargetLookup(entities);
  const context = { targetOf, nodes: limits.nodes };
  const included = new Map(
    entities.map((entity) => {
      const includes = findPaths(entity, { before: [], depth: entity.includeDepth }, context);
      checkParameters({ ...entity, includes }, problems);
      return [entity, { ...entity, includes }];
    }),
  );
  // A class without subclasses is one of the entities itself, and stays so.
  const findIncluded = (entity: EntityModel) => included.get(entity) ?? entity;
  return [...included.values()].map((entity) => {
    const { variants } = entity;
    if (!variants) return entity;
    const classes = variants.classes.map((one) => ({ ...one, entity: findIncluded(one.entity) }));
    return { ...entity, variants: { ...variants, classes } };
  });
}

/** The edges that lead to an entity, and the remaining depth. */
interface PathStart {
  readonly before: readonly EdgeModel[];
  readonly depth: number;
}

interface PathContext {
  readonly targetOf: TargetOf<EntityModel>;
  readonly nodes: number;
}

function findPaths(
  entity: EntityModel,
  { before, depth }: PathStart,
  context: PathContext,
): readonly IncludeModel[] {
  if (depth === 0) return [];
  return entity.edges
    .filter(({ includable }) => includable)
    .flatMap((edge) => {
      const target = context.targetOf(edge);
      const edges = [...before, edge];
      return [
        {
          path: edges.map(({ name }) => name).join('.'),
          edges,
          isDefault: before.length === 0 && edge.eager,
          limit: resolveLimit(edge, context),
          parameters: edgeParameters.filter((parameter) => parameterTests[parameter](edge, target)),
        },
        ...findPaths(target, { before: edges, depth: depth - 1 }, context),
      ];
    });
}

function resolveLimit(
  { unique, eager, eagerLimit, collection }: EdgeModel,
  { nodes }: PathContext,
): IncludeModel['limit'] {
  if (unique) return null;
  const maximum = eagerLimit === -1 ? nodes : eagerLimit;
  if (!eager) return { maximum, initial: Math.min(collection.defaultItems, maximum) };
  return { maximum, initial: eagerLimit === -1 ? null : eagerLimit };
}

/** Whether a path that ends with an edge has a parameter. */
const parameterTests: Readonly<Record<EdgeParameter, (edge: EdgeModel, target: EntityModel) => boolean>> = {
  fields: (_edge, target) => target.sparseFields,
  sort: ({ unique }, target) => !unique && target.sorts.some(({ by }) => by !== 'random'),
  limit: ({ unique }) => !unique,
  where: ({ unique }, target) => !unique && target.where !== null,
};

function checkParameters({ name: entity, includes, filters }: EntityModel, problems: SchemaProblems): void {
  const parameters = includes.flatMap(({ path, parameters: of }) =>
    of.map((parameter) => formatEdgeParameter(path, parameter)),
  );
  if (parameters.length > maxParameters)
    problems.add({
      entity,
      annotation: '@IncludeDepth',
      problem: `the paths of include have ${parameters.length} parameters, more than ${maxParameters}.`,
      remedy: 'Lower @IncludeDepth, or remove @Includable() from some edges.',
    });
  const names = new Set(filters.map(({ name }) => name));
  for (const parameter of parameters.filter((each) => names.has(each)))
    problems.add({
      entity,
      annotation: '@Includable',
      problem: `the parameter '${parameter}' of an includable edge has the name of a filter.`,
      remedy: 'Rename one of the edges.',
    });
}
