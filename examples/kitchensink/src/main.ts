// Runs the festival office: environment in, server out, orderly end. `PORT` (default 3000) and `DATABASE_URL`.
import 'reflect-metadata';
import { serve } from '@decorest/koa/serve';
import { createKitchensink } from './app.js';
import { kitchensinkDataSource } from './data-source.js';
import { seed } from './seed.js';

const dataSource = kitchensinkDataSource(process.env.DATABASE_URL);
await dataSource.initialize();
await seed(dataSource);

const { app } = createKitchensink(dataSource);
const { port } = await serve(app, {
  port: Number(process.env.PORT ?? 3000),
  close: () => dataSource.destroy(),
});
console.log(`The festival office is open. Documentation: http://localhost:${port}/api/docs`);
