// What clients were generated from stays: the ids of operations, their paths and their parameters, but for what is listed here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLintedDocument } from '../../support/document-lint/linted-document.js';
import { documentOf } from '../../support/document-of.js';
import type { Fixture } from '../../support/for-each-database.js';
import { festival } from '../../support/fixtures/festival.js';
import { petstore } from '../../support/fixtures/petstore.js';

/** By method and path: the id of the operation and its parameters. */
type Published = ReadonlyMap<string, ReadonlySet<string>>;

function readPublished(name: string): Published {
  const file = join(__dirname, '../../support/fixtures/published', `${name}.txt`);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [method = '', path = '', ...parts] = line.split(' ');
      return [`${method} ${path}`, new Set(parts)];
    }),
  );
}

async function publish(fixture: Fixture): Promise<Published> {
  const { operations } = readLintedDocument(await documentOf(fixture));
  return new Map(
    operations.map(({ place, operationId, parameters }) => [
      place,
      new Set([operationId, ...parameters.map(({ in: where, name }) => `${String(where)}:${String(name)}`)]),
    ]),
  );
}

/** What one has and the other lacks, each with its number of operations. */
function listDifferences(before: Published, after: Published): Record<string, number> {
  const differences = [...new Set([...before.keys(), ...after.keys()])].flatMap((place) => {
    const [old, now] = [before.get(place), after.get(place)];
    if (!old || !now) return [`${old ? 'without' : 'with'} ${place}`];
    return [
      ...[...old].filter((part) => !now.has(part)).map((part) => `without ${part}`),
      ...[...now].filter((part) => !old.has(part)).map((part) => `with ${part}`),
    ];
  });
  const counts = new Map<string, number>();
  for (const one of differences) counts.set(one, (counts.get(one) ?? 0) + 1);
  return Object.fromEntries(counts);
}

test('the petstore', async () => {
  const differences = listDifferences(readPublished('petstore'), await publish(petstore));
  expect(differences).toEqual({ 'without header:X-Request-Id': 12 });
});

test('the kitchen sink', async () => {
  const differences = listDifferences(readPublished('kitchensink'), await publish(festival));
  // Wherever 412 can be the answer.
  expect(differences).toEqual({ 'with header:If-Match': 13, 'without header:X-Request-Id': 88 });
});

test('a difference is found', async () => {
  const now = await publish(petstore);
  const old = new Map([...now].map(([place, parts]) => [place, new Set([...parts].slice(1))]));
  expect(Object.keys(listDifferences(old, now))).toContain('with list_pets');
  expect(listDifferences(new Map([...now].slice(1)), now)).toEqual({
    [`with ${[...now.keys()][0] ?? ''}`]: 1,
  });
});
