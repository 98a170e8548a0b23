// What the middleware leaves in ctx.state for those that come after it.
import type { Logger } from 'pino';
import type { Member } from './entities/member.js';

export interface State {
  requestId: string;
  log: Logger;
  /** Who is asking, with their team. Set wherever a login is demanded. */
  member: Member;
}
