// The helpdesk: data source -> API -> controllers -> Koa application.
import { createApi } from '@decorest/core';
import { restControllers } from '@decorest/koa/routing-controllers';
import Koa from 'koa';
import { useKoaServer } from 'routing-controllers';
import { DataSource } from 'typeorm';
import { accounts } from './accounts.js';
import { Agent } from './agent.js';
import { controllersOf } from './controllers.js';
import { Ticket } from './ticket.js';

/** A helpdesk in memory, with three agents and three tickets. */
export async function openHelpdesk(): Promise<{ app: Koa; dataSource: DataSource }> {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: [Agent, Ticket],
    synchronize: true,
  });
  await dataSource.initialize();
  await fill(dataSource);
  return { app: helpdesk(dataSource), dataSource };
}

function helpdesk(dataSource: DataSource): Koa {
  const api = createApi(dataSource);
  const options = {
    routePrefix: '/api',
    controllers: controllersOf(api),
    development: false,
    ...accounts(dataSource),
  };
  const app = new Koa();
  app.use(restControllers(api, options));
  return useKoaServer(app, options);
}

async function fill(dataSource: DataSource): Promise<void> {
  await dataSource.getRepository(Agent).insert([
    { name: 'ada', token: 'ada-token', admin: true },
    { name: 'ben', token: 'ben-token' },
    { name: 'cleo', token: 'cleo-token' },
  ]);
  await dataSource.getRepository(Ticket).insert([
    { subject: 'The printer is on fire', openedBy: 'ada', assignee: { id: 2 } },
    { subject: 'No coffee', openedBy: 'ben', assignee: { id: 2 } },
    { subject: 'New keyboard', openedBy: 'cleo' },
  ]);
}
