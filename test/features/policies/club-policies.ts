// Policies that take their conditions from the state, so that one API serves all of them.
import { policyFor, type PolicyRequest, type RowCondition, type RowPolicy } from '@decorest/core';
import { Book, Circle, Item, Locker, Note, Person, Tool } from './club-entities.js';

/** A condition for each class. */
export interface ClubState {
  readonly Person?: RowCondition<Person>;
  readonly Note?: RowCondition<Note>;
  readonly Circle?: RowCondition<Circle>;
  readonly Locker?: RowCondition<Locker>;
  readonly Item?: RowCondition<Item>;
  readonly Book?: RowCondition<Book>;
  readonly Tool?: RowCondition<Tool>;
}

type Asked = PolicyRequest<ClubState>;

export const clubPolicies: readonly RowPolicy[] = [
  policyFor(Person, ({ state }: Asked) => state.Person ?? true),
  policyFor(Note, ({ state }: Asked) => state.Note ?? true),
  policyFor(Circle, ({ state }: Asked) => state.Circle ?? true),
  policyFor(Locker, ({ state }: Asked) => state.Locker ?? true),
  policyFor(Item, ({ state }: Asked) => state.Item ?? true),
  policyFor(Book, ({ state }: Asked) => state.Book ?? true),
  policyFor(Tool, ({ state }: Asked) => state.Tool ?? true),
];
