// Which hooks compile. Checked by `npm run typecheck`; nothing here runs.
import { hooksFor, type AllowRequest, type CreateEvent, type ListEvent } from '@decorest/core';
import { Deed, Ticket, type Asking } from '../features/hooks/help-desk.js';

export const sound = [
  hooksFor(Ticket, { allow: ({ operation }) => operation !== 'delete' }),
  hooksFor<Ticket, Asking>(Ticket, {
    allow: async ({ state }) => Promise.resolve(state.chief),
    before: {
      create: ({ entity, state }) => {
        entity.revision = state.agent;
      },
      update: async ({ entity, stored, manager }) => {
        entity.title = stored.title;
        await manager.insert(Deed, { text: entity.title });
      },
      delete: ({ entity: { closed } }) => {
        if (!closed) throw new Error('open');
      },
      read: ({ id, by }) => {
        if (id === undefined && by?.edge === 'author') throw new Error('not that way');
      },
      list: ({ by }) => {
        if (by === null) throw new Error('only by an edge');
      },
    },
    after: { create: ({ entity }: CreateEvent<Ticket, Asking>) => Promise.reject(new Error(entity.title)) },
  }),
];

hooksFor<Ticket>(Ticket, {
  before: {
    create: ({ entity }) => {
      // @ts-expect-error A value of another type.
      entity.title = 5;
    },
    update: ({ entity, stored }) => {
      // @ts-expect-error No property of the entity.
      entity.colour = 'red';
      // @ts-expect-error What is stored is not written.
      stored.title = 'x';
    },
    // @ts-expect-error No such operation.
    insert: () => undefined,
  },
});

// @ts-expect-error Permission is yes or no.
hooksFor<Ticket>(Ticket, { allow: () => 'yes' });

// @ts-expect-error A list has no row.
export const listed = ({ entity }: ListEvent) => entity as unknown;

// @ts-expect-error The state has no such member.
export const admin = ({ state }: AllowRequest<Asking>) => state.admin as unknown;
