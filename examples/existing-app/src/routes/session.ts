// POST /login, GET /me.
import type { Router } from '@koa/router';
import { IsEmail, Length } from 'class-validator';
import type { Repository } from 'typeorm';
import type { Member } from '../entities/member.js';
import { matches } from '../passwords.js';
import type { State } from '../state.js';
import type { Tokens } from '../tokens.js';
import { valid } from './valid.js';

class Login {
  @IsEmail()
  email!: string;

  @Length(1, 200)
  password!: string;
}

export function sessionRoutes(router: Router<State>, members: Repository<Member>, tokens: Tokens): void {
  router.post('/login', async (ctx) => {
    const { email, password } = await valid(Login, ctx.request.body, ctx);
    const member = await members.findOne({ where: { email }, select: { id: true, passwordHash: true } });
    const right = await matches(password, member?.passwordHash);
    if (!member || !right) return ctx.throw(401, 'E-mail or password is wrong.');
    ctx.body = { token: await tokens.issue(member.id) };
  });

  router.get('/me', (ctx) => {
    const { id, fullName, email, role, team } = ctx.state.member;
    ctx.body = { id, fullName, email, role, team: { id: team.id, name: team.name } };
  });
}
