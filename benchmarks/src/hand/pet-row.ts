// A row of a pet joined with its owner, and the JSON of it.
import { userJson, type UserJson } from './user-row.js';

export interface PetRow {
  readonly id: number;
  readonly name: string;
  readonly age: number;
  readonly type: string;
  readonly owner_id: number | null;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly user_type: string;
}

export interface PetJson {
  readonly id: number;
  readonly name: string;
  readonly age: number;
  readonly type: string;
  readonly edges: { readonly owner?: UserJson | null };
}

/** How a pet is read and shown. */
interface PetView {
  readonly columns: string;
  readonly json: (row: PetRow) => PetJson;
}

/** For `pets p` joined with its owner `users u`. */
export const petsWithOwner: PetView = {
  columns:
    'p.id, p.name, p.age, p.type, p.owner_id, u.username, u.display_name, u.email, u.type AS user_type',
  json: (row) => {
    const owner =
      row.owner_id === null
        ? null
        : userJson(row.owner_id, row.username, row.display_name, row.email, row.user_type);
    return { id: row.id, name: row.name, age: row.age, type: row.type, edges: { owner } };
  },
};

/** A pet that brings nothing along. */
export const barePets: PetView = {
  columns: 'p.id, p.name, p.age, p.type',
  json: ({ id, name, age, type }) => ({ id, name, age, type, edges: {} }),
};
