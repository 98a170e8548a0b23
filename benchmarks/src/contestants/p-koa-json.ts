// (p) b with another store: the database makes the JSON text of an answer.
import { createServer } from 'node:http';
import { openJsonStore } from '../hand/json-store.js';
import { koaListener } from '../koa/koa-routes.js';
import { jobOfEnvironment, serve } from '../serve.js';

serve(createServer(koaListener(await openJsonStore(jobOfEnvironment()))));
