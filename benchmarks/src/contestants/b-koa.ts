// (b) Koa, @koa/router and prepared statements: what an expert writes. Everything is measured against this one.
import { createServer } from 'node:http';
import { openRowStore } from '../hand/row-store.js';
import { koaListener } from '../koa/koa-routes.js';
import { jobOfEnvironment, serve } from '../serve.js';

serve(createServer(koaListener(await openRowStore(jobOfEnvironment()))));
