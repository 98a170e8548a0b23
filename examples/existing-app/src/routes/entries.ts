// One's own hours: GET /entries?from=&to=, POST /entries, DELETE /entries/:id.
import type { Router } from '@koa/router';
import { IsInt, IsISO8601, Length, Max, Min } from 'class-validator';
import { Between, type DataSource } from 'typeorm';
import { Entry } from '../entities/entry.js';
import { Project } from '../entities/project.js';
import type { State } from '../state.js';
import { Period } from './period.js';
import { idOf, valid } from './valid.js';

class NewEntry {
  @IsInt()
  @Max(999_999_999)
  project!: number;

  @IsISO8601({ strict: true })
  day!: string;

  @IsInt()
  @Min(1)
  @Max(24 * 60)
  minutes!: number;

  @Length(0, 500)
  note = '';
}

export function entryRoutes(router: Router<State>, dataSource: DataSource): void {
  const entries = dataSource.getRepository(Entry);
  const projects = dataSource.getRepository(Project);

  router.get('/entries', async (ctx) => {
    const { from, to } = await valid(Period, ctx.query, ctx);
    const found = await entries.find({
      where: { member: { id: ctx.state.member.id }, day: Between(from, to) },
      relations: { project: true },
      order: { day: 'ASC', id: 'ASC' },
      withDeleted: true,
    });
    ctx.body = found.map(shown);
  });

  router.post('/entries', async (ctx) => {
    const { member } = ctx.state;
    const { project: id, day, minutes, note } = await valid(NewEntry, ctx.request.body, ctx);
    const project = await projects.findOneBy({ id, team: { id: member.team.id } });
    if (!project) return ctx.throw(400, 'There is no such project.');
    ctx.status = 201;
    ctx.body = shown(await entries.save({ day, minutes, note, member, project }));
  });

  router.delete('/entries/:id', async (ctx) => {
    const member = { id: ctx.state.member.id };
    const entry = await entries.findOneBy({ id: idOf(ctx), member });
    if (!entry) return ctx.throw(404, 'There is no such entry.');
    await entries.remove(entry);
    ctx.status = 204;
  });
}

function shown({ id, day, minutes, note, project }: Entry) {
  return { id, day, minutes, note, project: project.name };
}
