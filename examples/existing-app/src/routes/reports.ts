// GET /reports/hours?from=&to=: what the team spent on each project, archived ones included, the most first.
import type { Router } from '@koa/router';
import type { Repository } from 'typeorm';
import type { Entry } from '../entities/entry.js';
import type { State } from '../state.js';
import { Period } from './period.js';
import { valid } from './valid.js';

interface Sum {
  readonly project: string;
  /** A number from SQLite, a text from PostgreSQL. */
  readonly minutes: number | string;
  readonly people: number | string;
}

export function reportRoutes(router: Router<State>, entries: Repository<Entry>): void {
  router.get('/reports/hours', async (ctx) => {
    const { from, to } = await valid(Period, ctx.query, ctx);
    const sums = await entries
      .createQueryBuilder('entry')
      .withDeleted()
      .innerJoin('entry.project', 'project')
      .select('project.name', 'project')
      .addSelect('SUM(entry.minutes)', 'minutes')
      .addSelect('COUNT(DISTINCT entry.member)', 'people')
      .where('project.team = :team', { team: ctx.state.member.team.id })
      .andWhere('entry.day BETWEEN :from AND :to', { from, to })
      .groupBy('project.id')
      .orderBy('SUM(entry.minutes)', 'DESC')
      .getRawMany<Sum>();
    ctx.body = sums.map(({ project, minutes, people }) => ({
      project,
      hours: Number(minutes) / 60,
      people: Number(people),
    }));
  });
}
