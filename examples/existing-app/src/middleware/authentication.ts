// Who is who: a bearer token becomes ctx.state.member. Without a good one the answer is 401.
import type { Context, Middleware } from 'koa';
import type { Repository } from 'typeorm';
import type { Member } from '../entities/member.js';
import type { State } from '../state.js';
import type { Tokens } from '../tokens.js';

export interface Authentication {
  readonly tokens: Tokens;
  readonly members: Repository<Member>;
  /** Paths that need no login, with all that is below them. */
  readonly open: readonly string[];
}

export function authentication({ tokens, members, open }: Authentication): Middleware<State> {
  return async (ctx, next) => {
    const isOpen = open.some((path) => ctx.path === path || ctx.path.startsWith(`${path}/`));
    if (!isOpen) ctx.state.member = (await memberOf(ctx.get('authorization'))) ?? refused(ctx);
    await next();
  };

  async function memberOf(authorization: string): Promise<Member | null> {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    const id = await tokens.memberId(token);
    return id === undefined ? null : members.findOne({ where: { id }, relations: { team: true } });
  }
}

function refused(ctx: Context): never {
  ctx.set('WWW-Authenticate', 'Bearer');
  return ctx.throw(401, 'Log in, and send the token.');
}
