// P1: every field kind by every predicate it allows, against an oracle in memory; 200 random values each.
import { predicateNames } from '../../packages/core/src/vocabulary/predicate.js';
import type { Predicate } from '@decorest/core';
import { contentOf } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { selectedRows, type AskedFilter } from './filter-oracle.js';
import { askedFilter } from './filter-values.js';
import fc from 'fast-check';
import { filterQuery } from './query-text.js';
import { exhibitFixture, exhibits, knownExhibits, souvenirTraits } from './exhibit-data.js';
import { fieldsOf, traits, type Trait } from './wire-values.js';

const exact = ['eq', 'neq', 'in', 'notIn', 'null'] as const;
const ordered = [...exact, 'gt', 'gte', 'lt', 'lte'] as const;

/** The same rows, read in different ways. */
const paths = ['/exhibits', '/souvenirs'];

/** Contract section 5. */
const allowed: Readonly<Record<Trait, readonly Predicate[]>> = {
  integer: ordered,
  small: ordered,
  big: ordered,
  float: ordered,
  decimal: ordered,
  boolean: ['eq', 'null'],
  string: [...ordered, 'ieq', 'has', 'ihas', 'prefix', 'suffix', 'words'],
  uuid: exact,
  enum: exact,
  date: ordered,
  time: ordered,
  datetime: ordered,
};

onEachDatabase(exhibitFixture, (stage) => {
  describe.each(traits)('%s', (trait) => {
    test('allows what the contract says, and nothing else', () => {
      const [required, nullable] = fieldsOf(trait);
      expect(predicatesOn(stage, nullable)).toEqual(inOrder(allowed[trait]));
      expect(predicatesOn(stage, required)).toEqual(inOrder(allowed[trait].filter((one) => one !== 'null')));
    });

    test.each(allowed[trait])('%s', async (predicate) => {
      const filters = fieldsOf(trait).flatMap((field) => filterNamed(stage, `${field}.${predicate}`) ?? []);
      const asked = fc.oneof(...filters.map((filter) => askedFilter(filter, knownExhibits)));
      const path = souvenirTraits.some((one) => one === trait)
        ? fc.constantFrom(...paths)
        : fc.constant('/exhibits');
      await holds(
        fc.asyncProperty(path, asked, (at, one) => agrees(stage, at, one)),
        200,
      );
    });
  });
});

function filterNamed({ client }: DirectStage, name: string) {
  return client.api.model.entities
    .find((entity) => entity.name === 'Exhibit')
    ?.filters.find((filter) => filter.name === name);
}

function predicatesOn(stage: DirectStage, field: string): Predicate[] {
  return predicateNames.filter((predicate) => filterNamed(stage, `${field}.${predicate}`));
}

function inOrder(predicates: readonly Predicate[]): Predicate[] {
  return predicateNames.filter((predicate) => predicates.includes(predicate));
}

async function agrees({ client, name }: DirectStage, path: string, asked: AskedFilter): Promise<void> {
  const answer = await client.get(`${path}?per_page=100&${filterQuery(asked)}`);
  expect({ status: answer.status, ids: contentOf(answer).map(({ id }) => id) }).toEqual({
    status: 200,
    ids: selectedRows(exhibits, { asked: [asked], junction: 'and' }, name).map(({ id }) => id),
  });
}
