// Runs the clinic: `PORT` (default 3000) and `DATABASE` (a file of SQLite, default clinic.sqlite).
import 'reflect-metadata';
import { serve } from '@decorest/koa/serve';
import { clinicDataSource, createClinic } from './app.js';
import { seed } from './seed.js';

const dataSource = clinicDataSource(process.env.DATABASE ?? 'clinic.sqlite');
await dataSource.initialize();
await seed(dataSource);
const { app } = createClinic(dataSource);
const port = Number(process.env.PORT ?? '3000');
await serve(app, { port, close: () => dataSource.destroy() });
console.log(`The clinic is open. Documentation: http://localhost:${port}/docs`);
