// The entities as a REST API below /api: which operations there are, and which rows for whom.
import { createApi, OperationList, OperationRead, policyFor, type PolicyRequest } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Entry } from './entities/entry.js';
import { Member, Role } from './entities/member.js';
import { Project } from './entities/project.js';
import { Team } from './entities/team.js';
import type { State } from './state.js';

type Asked = PolicyRequest<State>;

const isAdmin = (member: Member) => member.role === Role.Admin;
const hoursOf = ({ id, role, team }: Member) => (role === Role.Lead ? { team: team.id } : id);

const policies = [
  policyFor(Team, ({ state: { member } }: Asked) => isAdmin(member) || { id: member.team.id }),
  policyFor(Member, ({ state: { member } }: Asked) => isAdmin(member) || { team: member.team.id }),
  policyFor(Project, ({ state: { member } }: Asked) => isAdmin(member) || { team: member.team.id }),
  policyFor(Entry, ({ state: { member } }: Asked) => isAdmin(member) || { member: hoursOf(member) }),
];

/** Read-only, except where a class says more. */
export function apiRouter(dataSource: DataSource, logger: Logger) {
  const api = createApi(dataSource, { policies, logger, defaultOperations: [OperationRead, OperationList] });
  const openapi = {
    info: { title: 'Timesheets' },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const },
    security: [{ bearer: [] }],
    globalErrorResponses: { 401: { description: 'Log in, and send the token.' } },
  };
  return restRouter(api, { prefix: '/api', openapi });
}
