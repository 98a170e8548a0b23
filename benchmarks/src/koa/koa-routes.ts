// The routes of a hand-written Koa application; where the rows come from is the store's affair.
import type { RequestListener } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa, { type Context } from 'koa';
import { crowdNames, type AppName } from '../app-name.js';
import { pageOf } from '../hand/page.js';
import { petChanges, petInput } from '../hand/pet-input.js';
import { idOf, petFilterOf, searchOf } from '../hand/query.js';
import type { Store } from '../hand/store.js';

const parsed = bodyParser({ enableTypes: ['json'] });

/** What Koa and @koa/router answer out of a store. */
export function koaListener(store: Store, app: AppName): RequestListener {
  const router = new Router();
  if (app === 'crowd') addCrowd(router);
  addPets(router, store);
  addOthers(router, store);
  const answerRequest = new Koa().use(router.routes()).use(router.allowedMethods()).callback();
  return (request, response) => void answerRequest(request, response);
}

function addPets(router: Router, { pets }: Store): void {
  router.get('/pets', async (ctx) => {
    ctx.body = await pets.list(petFilterOf(ctx.query), pageOf(ctx.query.page, ctx.query.per_page));
  });
  router.get('/pets/:id', async (ctx) => {
    answer(ctx, await pets.read(idOf(ctx.params.id)));
  });
  router.post('/pets', parsed, async (ctx) => {
    ctx.status = 201;
    ctx.body = await pets.create(petInput(ctx.request.body));
  });
  router.patch('/pets/:id', parsed, async (ctx) => {
    answer(ctx, await pets.update(idOf(ctx.params.id), petChanges(ctx.request.body)));
  });
}

function addOthers(router: Router, store: Store): void {
  router.get('/users', async (ctx) => {
    ctx.body = await store.searchUsers(searchOf(ctx.query), pageOf(ctx.query.page, ctx.query.per_page));
  });
  router.get('/users/:id', async (ctx) => {
    answer(ctx, await store.user(idOf(ctx.params.id)));
  });
  router.get('/visits', async (ctx) => {
    ctx.body = await store.visits.list(pageOf(ctx.query.page, ctx.query.per_page));
  });
  router.get('/wides', async (ctx) => {
    ctx.body = await store.wides.list(pageOf(ctx.query.page, ctx.query.per_page));
  });
}

/** What was not found is Koa's own 404. */
function answer(ctx: Context, found: object | undefined): void {
  if (found) ctx.body = found;
}

function addCrowd(router: Router): void {
  const notFound = (ctx: Context) => {
    ctx.status = 404;
  };
  for (const name of crowdNames()) {
    router.get(`/${name}`, notFound).get(`/${name}/:id`, notFound);
    router.post(`/${name}`, parsed, notFound).patch(`/${name}/:id`, parsed, notFound);
  }
}
