// Runs the festival office: environment in, server out, orderly end. `PORT` (default 3000) and `DATABASE_URL`.
import 'reflect-metadata';
import { createServer } from 'node:http';
import { createKitchensink } from './app.js';
import { kitchensinkDataSource } from './data-source.js';
import { seed } from './seed.js';
import { stopOnSignal } from './shutdown.js';

const dataSource = kitchensinkDataSource(process.env.DATABASE_URL);
await dataSource.initialize();
await seed(dataSource);

const answer = createKitchensink(dataSource).app.callback();
const server = createServer((request, response) => void answer(request, response));
const port = process.env.PORT ?? '3000';
server.listen(port, () => {
  console.log(`The festival office is open. Documentation: http://localhost:${port}/api/docs`);
});
stopOnSignal(server, () => dataSource.destroy());
