// Runs the shop: environment in, server out, orderly end. `PORT` (default 3000) and `DATABASE_URL`.
import 'reflect-metadata';
import { serve } from '@decorest/koa/serve';
import { createShop } from './app.js';
import { shopDataSource } from './data-source.js';
import { install } from './install.js';
import { seed } from './seed.js';

const dataSource = shopDataSource(process.env.DATABASE_URL);
await dataSource.initialize();
await install(dataSource);
await seed(dataSource);

const { app } = createShop(dataSource);
const { port } = await serve(app, {
  port: Number(process.env.PORT ?? 3000),
  close: () => dataSource.destroy(),
});
console.log(`The shop is open. Documentation: http://localhost:${port}/docs`);
