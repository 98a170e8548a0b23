// Entities -> the objects that are answered, by hand as people do.
import { wideColumns } from '../data/wide-columns.js';
import type { Pet, User } from '../entities/petstore.js';
import type { Visit } from '../entities/visits.js';
import type { Wide } from '../entities/wide.js';
import type { PetJson } from '../hand/pet-row.js';
import { userJson, type UserJson } from '../hand/user-row.js';
import type { VisitJson } from '../hand/visit-store.js';
import type { WideJson } from '../hand/wide-store.js';

/** A user that brings nothing along. */
export function bareUser({ id, username, displayName, email, type }: User): UserJson {
  return userJson(id, username, displayName, email, type);
}

/** A pet that brings nothing along. */
export function barePet({ id, name, age, type }: Pet): PetJson {
  return { id, name, age, type, edges: {} };
}

/** A pet that brings its owner along. */
export function petWithOwner(pet: Pet): PetJson {
  return { ...barePet(pet), edges: { owner: pet.owner && bareUser(pet.owner) } };
}

/** A visit with its three edges. */
export function visitJson({ id, reason, pet, vet, treatments }: Visit): VisitJson {
  const children = treatments.map((treatment) => ({ id: treatment.id, label: treatment.label, edges: {} }));
  return { id, reason, edges: { pet: barePet(pet), vet: bareUser(vet), treatments: children } };
}

/** The columns in their order; `JSON.stringify` prints the dates. */
export function wideJson(wide: Wide): WideJson {
  const values: WideJson = { id: wide.id };
  for (const { name } of wideColumns) values[name] = (wide as Wide & WideJson)[name];
  values.edges = {};
  return values;
}
