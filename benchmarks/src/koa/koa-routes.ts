// The routes of a hand-written Koa application; a store supplies the rows.
import type { RequestListener } from 'node:http';
import { Router } from '@koa/router';
import Koa, { type Context } from 'koa';
import { readJson } from '../hand/read-json.js';
import { idOf, pageOf, petChanges, petFilterOf, petInput, searchOf } from '../hand/requests.js';
import type { Answer, Store } from '../hand/store.js';

/** The routes of a store on Koa and @koa/router. */
export function koaListener(store: Store): RequestListener {
  const router = new Router();
  addPets(router, store);
  addUsers(router, store);
  const answerRequest = new Koa().use(router.routes()).callback();
  return (request, response) => void answerRequest(request, response);
}

function addPets(router: Router, { pets }: Store): void {
  router.get('/pets', async (ctx) => {
    answer(ctx, await pets.list(petFilterOf(ctx.query), pageOf(ctx.query.page, ctx.query.per_page)));
  });
  router.get('/pets/:id', async (ctx) => {
    answer(ctx, await pets.read(idOf(ctx.params.id)));
  });
  router.post('/pets', async (ctx) => {
    answer(ctx, await pets.create(petInput(await readJson(ctx.req))));
    ctx.status = 201;
  });
  router.patch('/pets/:id', async (ctx) => {
    answer(ctx, await pets.update(idOf(ctx.params.id), petChanges(await readJson(ctx.req))));
  });
}

function addUsers(router: Router, store: Store): void {
  router.get('/users', async (ctx) => {
    const { page, per_page: perPage } = ctx.query;
    answer(ctx, await store.searchUsers(searchOf(ctx.query), pageOf(page, perPage)));
  });
  router.get('/users/:id', async (ctx) => {
    answer(ctx, await store.user(idOf(ctx.params.id)));
  });
}

/** Without a body Koa answers 404. */
function answer(ctx: Context, found: Answer | undefined): void {
  if (found === undefined) return;
  // Before the body: else Koa searches a text for a tag to guess its type.
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = found;
}
