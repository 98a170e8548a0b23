// Everything a hand-written server reads and writes, for the app it was started as.
import type { Job } from '../serve.js';
import { petStore, type PetStore } from './pet-store.js';
import { connect } from './prepare.js';
import { userStore, type UserStore } from './user-store.js';
import { visitStore, type VisitStore } from './visit-store.js';
import { wideStore, type WideStore } from './wide-store.js';

export interface Store {
  readonly pets: PetStore;
  /** Reads a user, with its pets in the app where these come along. */
  readonly user: (id: number) => Promise<object | undefined>;
  readonly searchUsers: UserStore['search'];
  readonly visits: VisitStore;
  readonly wides: WideStore;
}

export async function openStore({ app, databaseUrl }: Job): Promise<Store> {
  const connection = await connect(databaseUrl);
  const users = userStore(connection);
  return {
    pets: petStore(connection, app !== 'no-owner'),
    user: app === 'user-pets' ? users.readWithPets : users.read,
    searchUsers: users.search,
    visits: visitStore(connection),
    wides: wideStore(connection),
  };
}
