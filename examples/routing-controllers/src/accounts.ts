// Who is asking: the agent whose token the request carries.
import type { Context } from 'koa';
import type { Action, RoutingControllersOptions } from 'routing-controllers';
import type { DataSource } from 'typeorm';
import { Agent } from './agent.js';

/** The checkers of routing-controllers, over the agents of a data source. */
export function accounts(
  dataSource: DataSource,
): Required<Pick<RoutingControllersOptions, 'authorizationChecker' | 'currentUserChecker'>> {
  const currentUserChecker = (action: Action) => agentOf(dataSource, action.context as Context);
  return {
    currentUserChecker,
    authorizationChecker: async (action, roles: string[]) => {
      const agent = await currentUserChecker(action);
      return agent !== null && (roles.length === 0 || (agent.admin && roles.includes('admin')));
    },
  };
}

/** Looked up once per request. */
async function agentOf(dataSource: DataSource, context: Context): Promise<Agent | null> {
  const known = context.state as { user?: Agent | null };
  if (known.user !== undefined) return known.user;
  const [, token] = /^Bearer (\S+)$/.exec(context.get('authorization')) ?? [];
  known.user = token === undefined ? null : await dataSource.getRepository(Agent).findOneBy({ token });
  return known.user;
}
