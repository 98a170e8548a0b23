// A row of a user, and the JSON of it.
export interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly type: string;
}

export interface UserJson<Edges extends object = object> extends UserRow {
  readonly edges: Edges;
}

/** A user that brings nothing along. */
export function userJson(
  id: number,
  username: string,
  display_name: string,
  email: string,
  type: string,
): UserJson {
  return { id, username, display_name, email, type, edges: {} };
}
