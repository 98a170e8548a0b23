// Random rows of the entities with `where`: in memory for the oracle, and in a database.
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import type { Fixture } from '../support/for-each-database.js';
import { samples } from '../support/property.js';
import { Colour } from './exhibit-entities.js';
import type { TableRow } from './table-rows.js';
import { Club, Owner, Pet, Visit } from './where-entities.js';
import type { Wire } from './wire-values.js';

/** A row whose edges are filled in once all rows are there. */
interface Made extends TableRow {
  readonly edges: Record<string, TableRow[]>;
  /** Deleted, so that clients do not see it. */
  readonly hidden: boolean;
}

type Values = Record<string, Wire>;

const word = fc.constantFrom('a', 'Ab', 'b', 'ba', '%', 'bab', '');
const few = fc.integer({ min: 0, max: 3 });
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 2 });

const owners = makeRows(18, fc.record<Values>({ name: maybe(word), age: maybe(few) }), 1);
const pets = makeRows(
  40,
  fc.record<Values>({
    name: word,
    colour: maybe(fc.constantFrom<Wire>(Colour.Amber, Colour.Blue)),
    weight: maybe(fc.constantFrom<Wire>('1', '2', '9007199254740993', '9007199254740992')),
    good: maybe(fc.boolean()),
    born: maybe(fc.constantFrom<Wire>('2020-01-01T00:00:00.000Z', '2021-06-30T12:30:00.500Z')),
  }),
  2,
  5,
);
const visits = makeRows(60, fc.record<Values>({ cost: maybe(few), note: maybe(word) }), 3);
const clubs = makeRows(5, fc.record<Values>({ title: word }), 4);

/** Ids of the other side; null for none. */
const ownerOfPet = samples(maybe(fc.integer({ min: 1, max: 12 })), pets.length, 5);
const petOfVisit = samples(maybe(fc.integer({ min: 1, max: 30 })), visits.length, 6);
const clubsOfOwner = samples(fc.subarray([1, 2, 3, 4]), owners.length, 7);

function makeRows(count: number, values: fc.Arbitrary<Values>, salt: number, hiddenEvery = 0): Made[] {
  return samples(values, count, salt).map((row, at) => ({
    id: at + 1,
    values: row,
    edges: {},
    hidden: hiddenEvery > 0 && at % hiddenEvery === 3,
  }));
}

/** Whether clients see a row of an entity. */
type IsShown = (entity: string, id: number) => boolean;

/** The rows that clients see, by entity, connected with each other. */
export function connectRows(isShown: IsShown): Readonly<Record<string, readonly TableRow[]>> {
  const copy = (entity: string, rows: readonly Made[]) =>
    rows.map((row): Made => ({ ...row, edges: {}, hidden: row.hidden || !isShown(entity, row.id) }));
  const all = {
    Owner: copy('Owner', owners),
    Pet: copy('Pet', pets),
    Visit: copy('Visit', visits),
    Club: copy('Club', clubs),
  };
  const shown = (rows: readonly (Made | undefined)[]) =>
    rows.filter((row): row is Made => row?.hidden === false);
  for (const owner of all.Owner) {
    owner.edges.pets = shown(all.Pet.filter((_, at) => ownerOfPet[at] === owner.id));
    owner.edges.clubs = shown(all.Club.filter(({ id }) => clubsOfOwner[owner.id - 1]?.includes(id)));
  }
  for (const [at, pet] of all.Pet.entries()) {
    pet.edges.owner = shown([all.Owner[(ownerOfPet[at] ?? 0) - 1]]);
    pet.edges.visits = shown(all.Visit.filter((_, nth) => petOfVisit[nth] === pet.id));
  }
  for (const [at, visit] of all.Visit.entries())
    visit.edges.pet = shown([all.Pet[(petOfVisit[at] ?? 0) - 1]]);
  for (const club of all.Club)
    club.edges.members = shown(all.Owner.filter((_, at) => clubsOfOwner[at]?.includes(club.id)));
  return Object.fromEntries(Object.entries(all).map(([entity, rows]) => [entity, shown(rows)]));
}

/** The visible rows by entity. */
export const whereRows = connectRows(() => true);

/** The paths of their lists. */
export const wherePaths: Readonly<Record<string, string>> = {
  Owner: '/owners',
  Pet: '/pets',
  Visit: '/visits',
  Club: '/clubs',
};

/** The values that a field has in any row. */
export function knownWhereValues({ name }: { readonly name: string }): readonly Wire[] {
  return Object.values(whereRows)
    .flat()
    .flatMap(({ id, values }) => (name === 'id' ? [id] : (values[name] ?? [])));
}

export const whereFixture: Fixture = {
  entities: [Owner, Pet, Visit, Club],
  options: { defaultFilterID: true },
  fill: fillRows,
};

async function fillRows(dataSource: DataSource): Promise<void> {
  const own = ({ id, values }: TableRow) => ({ id, ...values });
  await dataSource.getRepository(Club).insert(clubs.map(own));
  await dataSource.getRepository(Owner).insert(owners.map(own));
  await dataSource.getRepository(Pet).insert(
    pets.map((pet, at) => ({
      ...own(pet),
      born: typeof pet.values.born === 'string' ? new Date(pet.values.born) : null,
      owner: referTo(ownerOfPet[at]),
      deletedAt: pet.hidden ? new Date('2026-01-01T00:00:00Z') : null,
    })),
  );
  await dataSource.getRepository(Visit).insert(
    visits.map((visit, at) => ({
      ...own(visit),
      pet: referTo(petOfVisit[at]),
    })),
  );
  for (const [at, owner] of owners.entries())
    for (const club of clubsOfOwner[at] ?? [])
      await dataSource.createQueryBuilder().relation(Owner, 'clubs').of(owner.id).add(club);
}

function referTo(id: number | null | undefined): { id: number } | null {
  return typeof id === 'number' ? { id } : null;
}
