// The shop: data source -> API -> Koa application.
import { createApi, type Api, type ApiOptions } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import type { OpenApiOptions } from '@decorest/openapi';
import Koa from 'koa';
import type { DataSource } from 'typeorm';
import { access, policies } from './access.js';
import { authentication } from './accounts.js';
import { soldOut, stock } from './stock.js';

export interface Shop {
  readonly api: Api;
  readonly app: Koa;
}

export const shopOptions: ApiOptions = {
  policies,
  hooks: [...access, ...stock],
  errors: [soldOut, 'unauthorized'],
  constraints: {
    CHK_product_sale_price: { pointer: '/salePrice', detail: 'The sale price must be below the price.' },
  },
};

export const openApiOptions: OpenApiOptions = {
  info: {
    title: 'Shop',
    version: '1.0.0',
    description: 'Products, orders, payments and reports.',
    contact: { name: 'The shop' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  security: [{}, { bearer: [] }],
};

/** The API over an initialised data source, and an application that serves it; the documentation is at `/docs`. */
export function createShop(dataSource: DataSource): Shop {
  const api = createApi(dataSource, shopOptions);
  return { api, app: shopApp(api) };
}

export function shopApp(api: Api): Koa {
  const app = new Koa();
  app.use(authentication);
  app.use(restRouter(api, { openapi: openApiOptions }).routes());
  return app;
}
