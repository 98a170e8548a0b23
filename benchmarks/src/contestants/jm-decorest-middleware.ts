// (jm) decorest as plain middleware: what @koa/router costs is the difference to (j).
import { restMiddleware } from '@decorest/koa';
import Koa from 'koa';
import { openApi, serveKoa } from '../koa/decorest.js';
import { jobOfEnvironment } from '../serve.js';

const api = await openApi(jobOfEnvironment());
serveKoa(new Koa().use(restMiddleware(api)));
