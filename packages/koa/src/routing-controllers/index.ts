// The public surface of @decorest/koa/routing-controllers. Anything not named here is private.
export { Edge, EdgeAggregate, EdgePost } from './edge-action.js';
export {
  contentOf,
  type AffectedJson,
  type Collection,
  type CreatedUnder,
  type EdgeAnswer,
  type EntityJson,
  type GroupJson,
  type Page,
} from './entity-json.js';
export { RestController, type RestActions, type RestControllerClass } from './rest-controller.js';
export { restControllers, type RestControllersOptions } from './rest-controllers.js';
export { RestProblem } from './rest-problem.js';
export { RestRequest, type RestRequestChanges } from './rest-request.js';
