// The application: what every request passes through, in its order.
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { apiRouter } from './api.js';
import { Member } from './entities/member.js';
import { authentication } from './middleware/authentication.js';
import { errors } from './middleware/errors.js';
import { requestLog } from './middleware/request-log.js';
import { routes } from './routes/routes.js';
import type { State } from './state.js';
import { tokensOf } from './tokens.js';

export interface Surroundings {
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly jwtSecret: Uint8Array;
}

export function timesheets({ dataSource, logger, jwtSecret }: Surroundings): Koa<State> {
  const tokens = tokensOf(jwtSecret);
  const members = dataSource.getRepository(Member);
  const open = ['/login', '/health', '/api/docs', '/api/openapi.json'];

  const app = new Koa<State>();
  app.use(requestLog(logger));
  app.use(errors);
  app.use(authentication({ tokens, members, open }));
  app.use(bodyParser());
  app.use(routes(dataSource, tokens).routes());
  app.use(apiRouter(dataSource, logger).routes());
  return app;
}
