// State that restControllers shares with the controllers of an API: the paths with controllers, and the current requests.
import type { Api } from '@decorest/core';
import type { Context } from 'koa';
import type { ControllerRequest } from './controller-request.js';

/** An API whose routes are served by controllers. */
export interface ControlledApi {
  /** Collection paths of the entities that have a controller class. */
  readonly paths: Set<string>;
  readonly requests: WeakMap<Context, ControllerRequest>;
}

const controlledApis = new WeakMap<Api, ControlledApi>();

/** The state of an API, created on first use. */
export function getControlledApi(api: Api): ControlledApi {
  const known = controlledApis.get(api) ?? { paths: new Set(), requests: new WeakMap() };
  controlledApis.set(api, known);
  return known;
}
