// Every route of the application.
import { Router } from '@koa/router';
import type { DataSource } from 'typeorm';
import { Entry } from '../entities/entry.js';
import { Member } from '../entities/member.js';
import { Project } from '../entities/project.js';
import type { State } from '../state.js';
import type { Tokens } from '../tokens.js';
import { entryRoutes } from './entries.js';
import { projectRoutes } from './projects.js';
import { reportRoutes } from './reports.js';
import { sessionRoutes } from './session.js';

export function routes(dataSource: DataSource, tokens: Tokens): Router<State> {
  const router = new Router<State>();
  router.get('/health', (ctx) => {
    ctx.body = { alive: true };
  });
  sessionRoutes(router, dataSource.getRepository(Member), tokens);
  projectRoutes(router, dataSource.getRepository(Project));
  entryRoutes(router, dataSource);
  reportRoutes(router, dataSource.getRepository(Entry));
  return router;
}
