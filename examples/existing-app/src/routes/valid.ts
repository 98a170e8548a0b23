// What clients send, as instances of classes whose class-validator rules it meets. Anything else is a 400.
import { validate } from 'class-validator';
import type { Context } from 'koa';

export async function valid<T extends object>(type: new () => T, sent: unknown, ctx: Context): Promise<T> {
  const instance = Object.assign(new type(), sent);
  const faults = await validate(instance, { whitelist: true, forbidNonWhitelisted: true });
  if (faults.length === 0) return instance;
  return ctx.throw(400, faults.flatMap(({ constraints = {} }) => Object.values(constraints)).join('; '));
}

/** The `:id` of the path; one that no row can have is a 404. */
export function idOf(ctx: Context & { params: Record<string, string> }): number {
  const { id = '' } = ctx.params;
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : ctx.throw(404, 'There is nothing here.');
}
