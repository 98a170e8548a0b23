import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { api } from './api';

async function start(): Promise<void> {
  const app = new Koa();
  app.use(restRouter(await api(), { prefix: '/api' }).routes());
  app.listen(Number(process.env.PORT));
}

void start();
