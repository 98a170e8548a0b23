// The context of a document that is being built: the model, the options and the components so far.
import type { ApiModel, EntityModel } from '@decorest/core';
import { ComponentRegistry } from './component-registry.js';
import type { OpenApiOptions } from './open-api-options.js';

/** Shared by all builders of one document. */
export interface DocumentContext {
  readonly model: ApiModel;
  readonly options: OpenApiOptions;
  readonly components: ComponentRegistry;
  /** The entity with a class name. @throws TypeError for a name that the model does not have. */
  entity(name: string): EntityModel;
  /**
   * The maximum number of edges on a path of `include` below an embedded entity, at most `max`; without `max`, below the root
   * of an answer.
   */
  includeDepth(entity: EntityModel, max?: number): number;
}

/** Creates an empty context. Reserves the names of entities, so that no generated component can take them. */
export function createDocumentContext(model: ApiModel, options: OpenApiOptions): DocumentContext {
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
  const measureDepth = ({ edges }: EntityModel, max: number): number => {
    const below = edges.flatMap(({ includable, target }) => {
      const entity = includable && max > 0 ? entities.get(target) : undefined;
      return entity ? 1 + measureDepth(entity, max - 1) : [];
    });
    return Math.max(0, ...below);
  };
  return {
    model,
    options,
    components: new ComponentRegistry([...entities.keys()]),
    entity(name) {
      const found = entities.get(name);
      if (!found) throw new TypeError(`The model refers to ${name}, but has no such entity.`);
      return found;
    },
    includeDepth: (entity, max) => measureDepth(entity, max ?? findRootDepth(model, entity)),
  };
}

/** The longest path of an entity's lists. Lists of a parent class show its rows, too (single-table inheritance). */
function findRootDepth({ entities }: ApiModel, { name }: EntityModel): number {
  const roots = entities.filter(
    (root) => root.name === name || root.variants?.classes.some(({ entity }) => entity.name === name),
  );
  return Math.max(0, ...roots.flatMap(({ includes }) => includes.map(({ edges }) => edges.length)));
}
