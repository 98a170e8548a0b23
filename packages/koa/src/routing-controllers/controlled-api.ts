// What restControllers and the controllers of one API share: which paths have controllers, and each request's passage.
import type { Api } from '@decorest/core';
import type { Context } from 'koa';
import type { ControllerRequest } from './controller-request.js';

/** An API whose routes are served by controllers. */
export interface ControlledApi {
  /** Collection paths of the entities that a controller class was made for. */
  readonly paths: Set<string>;
  readonly requests: WeakMap<Context, ControllerRequest>;
}

const controlled = new WeakMap<Api, ControlledApi>();

/** The one record of an API. */
export function getControlledApi(api: Api): ControlledApi {
  const known = controlled.get(api) ?? { paths: new Set(), requests: new WeakMap() };
  controlled.set(api, known);
  return known;
}
