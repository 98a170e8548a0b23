// The entities as a REST API below /api: its operations, row policies and hooks.
import {
  createApi,
  hooksFor,
  OperationList,
  OperationRead,
  policyFor,
  type Operation,
  type PolicyRequest,
} from '@decorest/core';
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

/** What every member may do, and the default for entities without annotations. */
const reading: readonly Operation[] = [OperationRead, OperationList];
const isReading = (operation: string) => reading.some((each) => each === operation);

const hooks = [
  hooksFor<Entry, State>(Entry, {
    before: { create: ({ entity, state }) => void (entity.member = state.member) },
  }),
  hooksFor<Project, State>(Project, {
    allow: ({ operation, state }) => isReading(operation) || state.member.role !== Role.Member,
    before: { create: ({ entity, state }) => void (entity.team = state.member.team) },
  }),
];

export function apiRouter(dataSource: DataSource, logger: Logger) {
  const api = createApi(dataSource, { policies, hooks, logger, defaultOperations: reading });
  const openapi = {
    info: { title: 'Timesheets' },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const },
    security: [{ bearer: [] }],
    globalErrorResponses: { 401: { description: 'Log in, and send the token.' } },
  };
  return restRouter(api, { prefix: '/api', openapi });
}
