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
}

/** Creates an empty context. Reserves the names of entities, so that no generated component can take them. */
export function createDocumentContext(model: ApiModel, options: OpenApiOptions): DocumentContext {
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
  return {
    model,
    options,
    components: new ComponentRegistry([...entities.keys()]),
    entity(name) {
      const found = entities.get(name);
      if (!found) throw new TypeError(`The model refers to ${name}, but has no such entity.`);
      return found;
    },
  };
}
