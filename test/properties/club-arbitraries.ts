// Random clubs, random conditions on them, random requests to them.
import { notNull, type ApiModel, type EntityModel, type FilterModel } from '@decorest/core';
import fc from 'fast-check';
import type { ClubRows } from '../features/policies/club-rows.js';
import { consistent, type Conditions } from '../features/policies/row-oracle.js';

const most = 6;
const id = fc.integer({ min: 1, max: most });
const someIds = fc.uniqueArray(id, { maxLength: 4 });
const reference = fc.option(id);
const teams = fc.constantFrom('red', 'blue', 'green');
const word = fc.constantFrom('ada', 'ben', 'cleo');
const small = fc.integer({ min: 0, max: 3 });

function rows<T extends object>(row: fc.Arbitrary<T>): fc.Arbitrary<(T & { id: number })[]> {
  return fc.array(row, { maxLength: most }).map((list) => list.map((each, at) => ({ id: at + 1, ...each })));
}

const anyRows: fc.Arbitrary<ClubRows> = fc.record({
  Person: rows(fc.record({ name: word, rank: small, team: teams, mentor: reference })),
  Note: rows(fc.record({ stars: fc.option(small), author: reference, circles: someIds })).map((notes) =>
    notes.map((note) => ({ ...note, title: `n${note.id}` })),
  ),
  Circle: rows(fc.record({ name: word, members: someIds })),
  Locker: rows(fc.record({ code: word })).chain((lockers) =>
    fc
      .tuple(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: most }),
        fc.array(fc.boolean(), { minLength: most }),
      )
      .map(([holders, held]) =>
        lockers.map((locker, at) => ({ ...locker, holder: held[at] ? (holders[at] ?? null) : null })),
      ),
  ),
  Item: rows(
    fc.record({
      kind: fc.constantFrom('Item', 'Book', 'Tool'),
      label: word,
      lender: reference,
      pages: small,
      sharp: fc.boolean(),
    }),
  ).map((items) =>
    items.map((item) => ({
      ...item,
      pages: item.kind === 'Book' ? item.pages : null,
      sharp: item.kind === 'Tool' ? item.sharp : null,
    })),
  ),
  Grant: rows(fc.record({ person: id, circle: id })),
});

/** Rows with ids from 1 on. */
export const anyClub: fc.Arbitrary<ClubRows> = anyRows.map(consistent);

/** One value, or a list of them. */
function test(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(value, fc.array(value, { maxLength: 3 }));
}

const ids = test(id);
const nullable = (value: fc.Arbitrary<unknown>) => fc.oneof(value, fc.constantFrom<unknown>(null, notNull));

function match(members: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> {
  return fc
    .record(members, { requiredKeys: [] })
    .filter((condition) => Object.keys(condition).length > 0)
    .map((condition) => Object.fromEntries(Object.entries(condition).slice(0, 2)));
}

const { Person, Note, Circle, Locker } = fc.letrec((tie) => ({
  Person: match({
    id: ids,
    name: test(word),
    team: test(teams),
    mentor: test(fc.oneof({ maxDepth: 2 }, nullable(id), tie('Person'))),
    pupils: test(fc.oneof({ maxDepth: 2 }, id, tie('Person'))),
    notes: test(fc.oneof({ maxDepth: 2 }, id, tie('Note'))),
    circles: test(fc.oneof({ maxDepth: 2 }, id, tie('Circle'))),
    locker: test(fc.oneof({ maxDepth: 2 }, nullable(id), tie('Locker'))),
  }),
  Note: match({
    title: test(fc.constantFrom('n1', 'n2', 'n3')),
    stars: test(nullable(small)),
    author: test(fc.oneof({ maxDepth: 2 }, nullable(id), tie('Person'))),
    circles: test(fc.oneof({ maxDepth: 2 }, id, tie('Circle'))),
  }),
  Circle: match({
    name: test(word),
    members: test(fc.oneof({ maxDepth: 2 }, id, tie('Person'))),
    notes: test(fc.oneof({ maxDepth: 2 }, id, tie('Note'))),
    grants: test(fc.oneof(id, match({ person: ids, circle: ids }))),
  }),
  Locker: match({ code: test(word), holder: test(fc.oneof({ maxDepth: 2 }, nullable(id), tie('Person'))) }),
}));

function condition(matching: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: matching },
    { weight: 3, arbitrary: fc.array(matching, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.boolean() },
  );
}

const Item = match({ label: test(word), lender: test(fc.oneof(nullable(id), Person)) });

/** A condition for some of the classes. */
export const anyConditions: fc.Arbitrary<Conditions> = fc.record(
  {
    Person: condition(Person),
    Note: condition(Note),
    Circle: condition(Circle),
    Locker: condition(Locker),
    Item: condition(Item),
    Book: condition(match({ pages: test(small), label: test(word) })),
    Tool: condition(match({ sharp: fc.boolean(), lender: test(nullable(id)) })),
  },
  { requiredKeys: [] },
);

/** Targets of GET: every kind of list, row and edge, of rows there are and rows there are not. */
export function anyReads(model: ApiModel): fc.Arbitrary<string> {
  return fc.constantFrom(...model.entities).chain((entity) => fc.oneof(...readsOf(model, entity)));
}

function readsOf(model: ApiModel, entity: EntityModel): fc.Arbitrary<string>[] {
  const path = `/${entity.path}`;
  const one = id.map((each) => `${path}/${each}`);
  const lists = entity.edges.map((edge) => {
    const target = model.entities.find(({ name }) => name === edge.target) ?? entity;
    const paged = edge.collection.paginated;
    const parent = one.map((row) => `${row}/${edge.path}`);
    return edge.unique
      ? parent
      : fc.tuple(parent, query(target, paged)).map(([at, asked]) => `${at}?${asked}`);
  });
  const list = query(entity, entity.collection.paginated).map((asked) => `${path}?${asked}`);
  return [list, list, one, ...lists];
}

function query(entity: EntityModel, paged: boolean): fc.Arbitrary<string> {
  const sorts = entity.sorts.filter(({ by }) => by !== 'random').map(({ key }) => key);
  return fc
    .record(
      {
        filters: fc.uniqueArray(fc.constantFrom(...entity.filters).chain(filterTerm), {
          maxLength: 2,
          selector: (term) => term.split('=')[0],
        }),
        filter_op: fc.constantFrom('and', 'or'),
        sort: fc.constantFrom(...sorts),
        order: fc.constantFrom('asc', 'desc'),
        ...(paged ? { page: fc.constantFrom(1, 1, 2), per_page: fc.constantFrom(1, 2, 100) } : {}),
      },
      { requiredKeys: ['filters'] },
    )
    .map(({ filters, ...more }) =>
      [...filters, ...Object.entries(more).map(([name, value]) => `${name}=${value}`)].join('&'),
    );
}

function filterTerm(filter: FilterModel): fc.Arbitrary<string> {
  return anyScalar(filter).map((each) => `${filter.name}=${String(each)}`);
}

/** A value of a filter, as a tree of filters holds it. */
export function anyFilterValue(filter: FilterModel): fc.Arbitrary<unknown> {
  const value = anyScalar(filter);
  return filter.test === 'in' || filter.test === 'notIn'
    ? fc.array(value, { minLength: 1, maxLength: 3 })
    : value;
}

function anyScalar({ test: predicate, targets }: FilterModel): fc.Arbitrary<string | number | boolean> {
  if (predicate === 'exists' || predicate === 'null') return fc.boolean();
  const kinds = targets.map(({ field }) => field?.kind);
  if (kinds.includes('integer')) return fc.integer({ min: 0, max: most });
  if (kinds.includes('boolean')) return fc.boolean();
  return fc.oneof(word, fc.constantFrom('n1', 'a', 'e'));
}
