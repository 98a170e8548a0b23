// What all parts of a document under construction share: the model, the options, and the components so far.
import type { ApiModel, EntityModel } from '@decorest/core';
import { ComponentRegistry } from './component-registry.js';
import type { OpenApiOptions } from './open-api-options.js';

/** A document under construction. */
export interface DocumentContext {
  readonly model: ApiModel;
  readonly options: OpenApiOptions;
  readonly components: ComponentRegistry;
  /** The entity of that class name. Throws where the model names an entity that it does not have. */
  entity(name: string): EntityModel;
}

/** An empty context. The names of entities are taken first: nothing generated may displace them. */
export function createDocumentContext(model: ApiModel, options: OpenApiOptions): DocumentContext {
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
  return {
    model,
    options,
    components: new ComponentRegistry([...entities.keys()]),
    entity(name) {
      const found = entities.get(name);
      if (!found) throw new TypeError(`The model leads to ${name} but has no such entity.`);
      return found;
    },
  };
}
