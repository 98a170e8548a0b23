// The controllers: the API's operations, with this application's rules around them.
import { ApiError, type Api } from '@decorest/core';
import { contentOf, Edge, RestController, type RestRequest } from '@decorest/koa/routing-controllers';
import type { Context, Next } from 'koa';
import {
  Authorized,
  CurrentUser,
  Get,
  JsonController,
  UseBefore,
  type RoutingControllersOptions,
} from 'routing-controllers';
import { Agent } from './agent.js';
import { Ticket } from './ticket.js';

type Controllers = Exclude<NonNullable<RoutingControllersOptions['controllers']>, string[]>;

/** The controllers of an API. Classes are made here, and not at import, because the API needs an open database. */
export function controllersOf(api: Api): Controllers {
  /** Every agent with a token can work on tickets. */
  @JsonController()
  @Authorized()
  class Tickets extends RestController(api, Ticket) {
    /** Regardless of the body, the current user is the author of the ticket. */
    override create(request: RestRequest, @CurrentUser({ required: true }) agent: Agent) {
      return super.create(request.with({ body: (sent) => ({ ...sent, openedBy: agent.name }) }));
    }

    /** A ticket is never deleted, but closed; only by its assignee or an admin. */
    override async delete(request: RestRequest, @CurrentUser({ required: true }) agent: Agent) {
      const { edges } = await super.read(request);
      if (!agent.admin && edges.assignee?.id !== agent.id) {
        throw new ApiError('forbidden', { detail: 'Only the assignee closes a ticket.' });
      }
      await super.update(request.with({ body: { closed: true } }));
      return null;
    }

    /** A route of our own beside those of the API. */
    @Get('/tickets/open/count')
    async openCount(@CurrentUser({ required: true }) agent: Agent) {
      const { headers } = await api.handle({
        method: 'GET',
        path: '/tickets',
        query: 'closed.eq=false&per_page=1',
      });
      return { open: Number(headers['x-total-count']), askedBy: agent.name };
    }
  }

  /** Agents are visible without a token; only admins can change them. */
  @JsonController()
  class Agents extends RestController(api, Agent) {
    @Authorized('admin')
    override create(request: RestRequest) {
      return super.create(request);
    }

    @Authorized('admin')
    override update(request: RestRequest) {
      return super.update(request);
    }

    @Authorized('admin')
    override delete(request: RestRequest) {
      return super.delete(request);
    }

    /** The endpoint `/agents/{id}/tickets`, with the subjects alone. */
    @Edge('tickets')
    @UseBefore(noStore)
    async subjects(request: RestRequest) {
      const tickets = await this.edge('tickets', request);
      return contentOf(tickets).map(({ subject }) => subject);
    }
  }

  return [Tickets, Agents];
}

function noStore(ctx: Context, next: Next): Promise<unknown> {
  ctx.set('Cache-Control', 'no-store');
  return next();
}
