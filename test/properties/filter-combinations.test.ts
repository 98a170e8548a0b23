// P2: groups and conjunctions of 1 to 20 filters, edges too, against the oracle. P3: relations
// between answers that hold for any rows.
import type { FilterModel } from '@decorest/core';
import fc from 'fast-check';
import { contentOf } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { exhibitFixture, exhibits, knownExhibits } from './exhibit-data.js';
import { selectedRows, type FilterQuestion } from './filter-oracle.js';
import { askedFilter } from './filter-values.js';
import { filterQuery, questionQuery } from './query-text.js';

const mostFilters = 20;

onEachDatabase(exhibitFixture, (stage) => {
  const filters = () => stage.client.api.model.entities.find(({ name }) => name === 'Exhibit')?.filters ?? [];

  test.each(['word', 'size', 'drawer', 'remarks', 'has'])('%s.* alone', async (prefix) => {
    const some = filters().filter(({ name }) => name.startsWith(`${prefix}.`));
    expect(some.length).toBeGreaterThan(0);
    await holds(
      fc.asyncProperty(questionOf(some, 1), (question) => agrees(stage, question)),
      200,
    );
  });

  test('conjunctions of 1 to 20 filters', async () => {
    await holds(
      fc.asyncProperty(questionOf(filters(), mostFilters), (question) => agrees(stage, question)),
      200,
    );
  });

  test('several filters across one edge hold for one and the same row', async () => {
    const across = filters().filter(({ targets }) => targets[0]?.edge?.name === 'remarks');
    await holds(
      fc.asyncProperty(questionOf(across, 4), (question) => agrees(stage, question)),
      200,
    );
  });

  test('a filter and its opposite and NULL are everything', async () => {
    const pairs = filters().flatMap((filter) => oppositeOf(filter, filters()));
    const asked = fc
      .constantFrom(...pairs)
      .chain(({ filter, opposite, none }) =>
        askedFilter(filter, knownExhibits).map((one) => ({ one, other: { ...one, filter: opposite }, none })),
      );
    await holds(
      fc.asyncProperty(asked, async ({ one, other, none }) => {
        const counts = [await count(stage, filterQuery(one)), await count(stage, filterQuery(other))];
        if (none) counts.push(await count(stage, `${none.name}=true`));
        expect(counts.reduce((sum, each) => sum + each)).toBe(exhibits.length);
      }),
      200,
    );
  });

  test('one more filter never finds more, nor fewer with or', async () => {
    await holds(
      fc.asyncProperty(questionOf(filters(), mostFilters), async ({ asked }) => {
        const [, ...fewer] = asked;
        const and = await count(stage, questionQuery({ asked, junction: 'and' }));
        expect(and).toBeLessThanOrEqual(await count(stage, questionQuery({ asked: fewer, junction: 'and' })));
        if (fewer.length === 0) return;
        const or = await count(stage, questionQuery({ asked, junction: 'or' }));
        expect(or).toBeGreaterThanOrEqual(
          await count(stage, questionQuery({ asked: fewer, junction: 'or' })),
        );
        expect(or).toBeGreaterThanOrEqual(and);
      }),
      200,
    );
  });

  test('the order of parameters does not matter', async () => {
    const shuffled = questionOf(filters(), mostFilters).chain(({ asked, junction }) => {
      const parameters = [...asked.map(filterQuery), `filter_op=${junction}`, 'sort=string', 'per_page=7'];
      return fc.tuple(
        fc.constant(parameters),
        fc.shuffledSubarray(parameters, { minLength: parameters.length }),
      );
    });
    await holds(
      fc.asyncProperty(shuffled, async ([one, other]) => {
        const [first, second] = [await list(stage, one.join('&')), await list(stage, other.join('&'))];
        expect({ status: second.status, json: second.json }).toEqual({ status: 200, json: first.json });
      }),
      200,
    );
  });

  test('in with one value is eq, notIn with one value is neq', async () => {
    const single = filters().flatMap((filter) => singleOf(filter, filters()));
    const asked = fc.constantFrom(...single).chain(({ filter, listed }) =>
      askedFilter(filter, knownExhibits)
        .filter(({ texts }) => texts[0] !== '')
        .map((one) => ({ one, other: { ...one, filter: listed } })),
    );
    await holds(
      fc.asyncProperty(asked, async ({ one, other }) => {
        const [first, second] = [await list(stage, filterQuery(one)), await list(stage, filterQuery(other))];
        expect({ status: second.status, json: second.json }).toEqual({ status: 200, json: first.json });
      }),
      200,
    );
  });
});

/** Questions of different filters, in any order. */
function questionOf(filters: readonly FilterModel[], most: number): fc.Arbitrary<FilterQuestion> {
  const subset = fc.shuffledSubarray([...filters], {
    minLength: 1,
    maxLength: Math.min(most, filters.length),
  });
  const asked = subset.chain((some) => fc.tuple(...some.map((filter) => askedFilter(filter, knownExhibits))));
  return fc.record({ asked, junction: fc.constantFrom('and', 'or') });
}

async function agrees(stage: DirectStage, question: FilterQuestion): Promise<void> {
  const answer = await list(stage, questionQuery(question));
  expect({ status: answer.status, ids: contentOf(answer).map(({ id }) => id) }).toEqual({
    status: 200,
    ids: selectedRows(exhibits, question, stage.name).map(({ id }) => id),
  });
}

function list({ client }: DirectStage, query: string) {
  return client.get(`/exhibits?${query}${query.includes('per_page') ? '' : '&per_page=100'}`);
}

async function count({ client }: DirectStage, query: string): Promise<number> {
  const answer = await client.get(`/exhibits?${query}&per_page=1`);
  return Number(answer.headers['x-total-count']);
}

const opposites: Readonly<Record<string, string>> = { eq: 'neq', in: 'notIn', gt: 'lte', gte: 'lt' };

/** A filter on a field of the entity itself with the filter that finds the others, and that which finds NULL. */
function oppositeOf(filter: FilterModel, all: readonly FilterModel[]) {
  const field = ownField(filter);
  const opposite = field && all.find(({ name }) => name === `${field}.${opposites[filter.test] ?? ''}`);
  if (!opposite) return [];
  return [{ filter, opposite, none: all.find(({ name }) => name === `${field}.null`) }];
}

function singleOf(filter: FilterModel, all: readonly FilterModel[]) {
  const list = { eq: 'in', neq: 'notIn' }[filter.test as string];
  const listed =
    list === undefined ? undefined : all.find(({ name }) => name === filter.name.replace(/\w+$/, list));
  return listed ? [{ filter, listed }] : [];
}

function ownField({ targets, name }: FilterModel): string | undefined {
  const [target, ...others] = targets;
  if (!target?.field || target.edge || others.length > 0) return undefined;
  return name.startsWith(`${target.field.name}.`) ? target.field.name : undefined;
}
