// The festival office: data source -> API -> Koa application.
import { createApi, type Api, type ApiOptions } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import type { OpenApiOptions } from '@decorest/openapi';
import Koa from 'koa';
import type { DataSource } from 'typeorm';

export interface Kitchensink {
  readonly api: Api;
  readonly app: Koa;
}

/** Every option whose other value is worth seeing; the rest stay as they are. */
export const kitchensinkOptions = {
  addEdgesToTags: true,
  defaultFilterID: true,
  disableEagerLoadedEndpoints: true,
  eagerLoadLimit: 100,
  itemsPerPage: 5,
  maxItemsPerPage: 50,
  unpagedLimit: 500,
  paths: { Act: 'line-up' },
  limits: { filters: 10, valueLength: 200 },
} as const satisfies ApiOptions;

const documentOptions: OpenApiOptions = {
  info: { title: 'Festival office', version: '1.0.0', description: 'Each thing decorest knows, once.' },
};

/** Serves the entities of an initialised data source below `/api`; the documentation is at `/api/docs`. */
export function createKitchensink(dataSource: DataSource, more: ApiOptions = {}): Kitchensink {
  const api = createApi(dataSource, { ...kitchensinkOptions, ...more });
  const app = new Koa();
  app.use(restRouter(api, { prefix: '/api', openapi: documentOptions }).routes());
  app.use(readAnnouncements);
  return { api, app };
}

/** `@Handler(false)` leaves announcements to the next middleware. */
async function readAnnouncements(ctx: Koa.Context, next: Koa.Next): Promise<void> {
  if (ctx.path === '/api/announcements') ctx.body = 'The gates open at noon.';
  else await next();
}
