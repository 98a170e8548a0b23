// The context of a document that is being built: the model, the options and the components so far.
import type { ApiModel, EntityModel } from '@decorest/core';
import { ComponentRegistry } from './component-registry.js';
import { listEdgeConditions } from './edge-condition.js';
import type { OpenApiOptions } from './open-api-options.js';

/** Shared by all builders of one document. */
export interface DocumentContext {
  readonly model: ApiModel;
  readonly options: OpenApiOptions;
  readonly components: ComponentRegistry;
  /** The entity with a class name. @throws TypeError for a name that the model does not have. */
  entity(name: string): EntityModel;
  /** The maximum number of edges on a path of `include` in answers that show rows of the entity. */
  includeDepth(entity: EntityModel): number;
  /** The names of the filters across edges that the document describes only below their edge in `where`. */
  edgeConditions(entity: EntityModel): ReadonlySet<string>;
}

/** Creates an empty context. Reserves the names of entities, so that no generated component can take them. */
export function createDocumentContext(model: ApiModel, options: OpenApiOptions): DocumentContext {
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
  const conditions = new Map<EntityModel, ReadonlySet<string>>();
  const context: DocumentContext = {
    model,
    options,
    components: new ComponentRegistry([...entities.keys()]),
    entity(name) {
      const found = entities.get(name);
      if (!found) throw new TypeError(`The model refers to ${name}, but has no such entity.`);
      return found;
    },
    includeDepth: (entity) => findRootDepth(model, entity),
    edgeConditions(entity) {
      if (options.edgeFilters !== 'where' || !entity.where) return none;
      const known =
        conditions.get(entity) ?? listEdgeConditions(entity, ({ target }) => context.entity(target));
      conditions.set(entity, known);
      return known;
    },
  };
  return context;
}

const none: ReadonlySet<string> = new Set();

/** Lists of a parent class show rows of its subclasses, too (single-table inheritance). */
function findRootDepth({ entities }: ApiModel, { name }: EntityModel): number {
  const roots = entities.filter(
    (root) => root.name === name || root.variants?.classes.some(({ entity }) => entity.name === name),
  );
  return Math.max(0, ...roots.map(({ includeDepth }) => includeDepth));
}
