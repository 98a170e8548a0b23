// The ways to serve an API on Koa. The tests of the specification hold for all of them.
import type { Api } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { RestController, restControllers } from '@decorest/koa/routing-controllers';
import Koa from 'koa';
import { JsonController, useKoaServer } from 'routing-controllers';

/** An application that serves an API at its root. */
export type Mount = (api: Api) => Koa;

/** `restRouter`. */
export const routerMount: Mount = (api) => {
  const app = new Koa();
  app.use(restRouter(api).routes());
  return app;
};

/** A controller of routing-controllers for every entity. */
export const controllersMount: Mount = (api) => {
  const app = new Koa().use(restControllers(api));
  return useKoaServer(app, { controllers: controllersOf(api), development: false });
};

/** One controller class per entity that is a class; each inherits all its methods. */
function controllersOf(api: Api): (abstract new () => object)[] {
  return api.model.entities.flatMap(({ target }) => {
    if (!target) return [];
    @JsonController()
    class EntityController extends RestController(api, target) {}
    return [EntityController];
  });
}
