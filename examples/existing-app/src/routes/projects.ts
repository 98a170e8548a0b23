// The projects of one's own team: GET /projects, POST /projects, DELETE /projects/:id.
import type { Router } from '@koa/router';
import { Length } from 'class-validator';
import type { Repository } from 'typeorm';
import { Role } from '../entities/member.js';
import type { Project } from '../entities/project.js';
import type { State } from '../state.js';
import { idOf, valid } from './valid.js';

class NewProject {
  @Length(1, 80)
  name!: string;

  @Length(0, 80)
  customer = '';
}

export function projectRoutes(router: Router<State>, projects: Repository<Project>): void {
  router.get('/projects', async (ctx) => {
    const team = { id: ctx.state.member.team.id };
    ctx.body = (await projects.find({ where: { team }, order: { name: 'ASC' } })).map(shown);
  });

  router.post('/projects', async (ctx) => {
    const { team } = ctx.state.member;
    const { name, customer } = await valid(NewProject, ctx.request.body, ctx);
    ctx.status = 201;
    ctx.body = shown(await projects.save({ name, customer, team }));
  });

  /** Archives. */
  router.delete('/projects/:id', async (ctx) => {
    const { role, team } = ctx.state.member;
    if (role === Role.Member) return ctx.throw(403, 'Only leads archive projects.');
    const project = await projects.findOneBy({ id: idOf(ctx), team: { id: team.id } });
    if (!project) return ctx.throw(404, 'There is no such project.');
    await projects.softRemove(project);
    ctx.status = 204;
  });
}

function shown({ id, name, customer }: Project) {
  return { id, name, customer };
}
