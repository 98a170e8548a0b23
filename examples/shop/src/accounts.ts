// Who is asking: the account whose token the request carries, in `ctx.state.account`.
import { ApiError } from '@decorest/core';
import type { Middleware } from 'koa';

/** Staff, or one customer. */
export type Account = { readonly isStaff: true } | { readonly isStaff: false; readonly customerId: number };

/** What policies and hooks are given. */
export interface State {
  account?: Account;
}

/** A real shop has a login, and tokens that end. */
const accounts: ReadonlyMap<string, Account> = new Map([
  ['ada-token', { isStaff: false, customerId: 1 }],
  ['ben-token', { isStaff: false, customerId: 2 }],
  ['staff-token', { isStaff: true }],
]);

export const authentication: Middleware<State> = (ctx, next) => {
  const account = accounts.get(ctx.get('authorization').replace(/^Bearer /, ''));
  if (account) ctx.state.account = account;
  return next();
};

/** @throws ApiError 401 without an account. */
export function accountOf({ account }: State): Account {
  if (account) return account;
  throw new ApiError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } });
}
