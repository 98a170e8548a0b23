// The names that `fields`, `include` and the parameters of included paths may use, built once for each entity.
import type { EntityModel } from '../model/api-model.js';
import type { TargetOf } from '../model/edge-targets.js';
import type { IncludeModel } from '../model/query-model.js';
import { formatEdgeParameter } from '../vocabulary/wire-names.js';
import type { QueryNames } from './query-parameters.js';

/** The names of an entity's reads. */
export interface ListNames extends QueryNames {
  readonly view: ViewNames;
}

/** The fields and paths of one entity that clients may select. */
export interface ViewNames {
  /** Null if clients cannot choose its fields. */
  readonly fields: FieldNames | null;
  /** The paths that `include` may name. */
  readonly paths: ReadonlyMap<string, PathNames>;
  /** The parameters of all paths, each with its path. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** The keys of an entity's JSON. */
export interface FieldNames {
  readonly places: ReadonlyMap<string, number>;
  /** Those that are always shown: of the id and of the discriminator. */
  readonly kept: readonly string[];
}

/** A path that `include` may name, and the names of the entity that it leads to. */
export interface PathNames {
  readonly include: IncludeModel;
  readonly fields: FieldNames | null;
  /** Without the random order. */
  readonly query: QueryNames;
}

/** The input for the names of an entity. */
interface NamesContext {
  readonly targetOf: TargetOf<EntityModel>;
  readonly getQueryNames: (entity: EntityModel) => QueryNames;
}

/** Builds the names of one entity. */
export function buildViewNames(entity: EntityModel, context: NamesContext): ViewNames {
  const paths = entity.includes.map((include) => buildPathNames(include, context));
  return {
    fields: buildFieldNames(entity),
    paths: new Map(paths.map((path) => [path.include.path, path])),
    parameters: new Map(
      entity.includes.flatMap(({ path, parameters }) =>
        parameters.map((parameter) => [formatEdgeParameter(path, parameter), path]),
      ),
    ),
  };
}

function buildPathNames(include: IncludeModel, { targetOf, getQueryNames }: NamesContext): PathNames {
  const edge = include.edges.at(-1);
  if (!edge) throw new Error('A path has at least one edge.');
  const target = targetOf(edge);
  const query = getQueryNames(target);
  const sorts = new Map([...query.sorts].filter(([, { by }]) => by !== 'random'));
  return { include, fields: buildFieldNames(target), query: { ...query, sorts } };
}

function buildFieldNames({ sparseFields, fields, key, table, variants }: EntityModel): FieldNames | null {
  if (!sparseFields) return null;
  // Classes that share a column may have different names for it.
  const all = [...fields, ...(variants?.classes ?? []).flatMap(({ entity }) => entity.fields)];
  const shown = new Set(all.filter(({ readable }) => readable).map(({ name }) => getTopKey(name)));
  const kinds = fields.filter(({ column }) => column === table.discriminator?.column);
  const kept = [...key, ...kinds].map(({ name }) => getTopKey(name));
  return {
    places: new Map([...shown].map((name, at) => [name, at])),
    kept: kept.filter((name) => shown.has(name)),
  };
}

/** The key of the JSON that holds a field: `address.city` is a member of `address`. */
export function getTopKey(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 ? name : name.slice(0, dot);
}
