// Settings of the database for one request, which its policies of row-level security read.
import type { PolicyRequest } from './policy.js';

/** Texts by the names of their settings, such as `{ 'app.tenant': '7' }`. `role` is that of the following statements. */
export type SessionSettings = Readonly<Record<string, string>>;

/** The option `sessionSettings`: the settings of a request. The author declares the type of the state. */
export type ReadSessionSettings = (
  request: PolicyRequest<never>,
) => SessionSettings | Promise<SessionSettings>;
