// The routes of a hand-written Koa application; a store supplies the rows.
import type { RequestListener } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa, { type Context } from 'koa';
import { idOf, pageOf, petChanges, petFilterOf, petInput, searchOf } from '../hand/requests.js';
import type { Store } from '../hand/store.js';

const parsed = bodyParser({ enableTypes: ['json'] });

/** The routes of a store on Koa and @koa/router. */
export function koaListener(store: Store): RequestListener {
  const router = new Router();
  addPets(router, store);
  addUsers(router, store);
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

function addUsers(router: Router, store: Store): void {
  router.get('/users', async (ctx) => {
    ctx.body = await store.searchUsers(searchOf(ctx.query), pageOf(ctx.query.page, ctx.query.per_page));
  });
  router.get('/users/:id', async (ctx) => {
    answer(ctx, await store.user(idOf(ctx.params.id)));
  });
}

/** Without a body Koa answers 404. */
function answer(ctx: Context, found: object | undefined): void {
  if (found) ctx.body = found;
}
