// (j) decorest: entities in, API out.
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { openApi, serveKoa } from '../koa/decorest.js';
import { jobOfEnvironment } from '../serve.js';

const api = await openApi(jobOfEnvironment());
serveKoa(new Koa().use(restRouter(api).routes()));
