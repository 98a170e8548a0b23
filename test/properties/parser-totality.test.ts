// P13: for any bytes the parsers return a value or throw an ApiError, in time proportional to the input.
import { ApiError, type JsonValue, type Limits } from '@decorest/core';
import { parseId, parseValue } from '../../packages/core/src/plan/parse-value.js';
import { completeRequest } from '../../packages/core/src/request/api-request.js';
import { parseBody } from '../../packages/core/src/request/json-body.js';
import { parseQuery } from '../../packages/core/src/request/query-string.js';
import type { DirectClient } from '../support/direct-client.js';
import { directStage } from '../support/direct-stage.js';
import { holds, seed } from '../support/property.js';
import { exhibitFixture } from './exhibit-data.js';
import { growth, hostileTexts, repeatedTexts } from './hostile-text.js';
import fc from 'fast-check';

/** Of each parser; 1e6 would take minutes on this project's machine. */
const texts = 200_000;

describe('on SQLite, as the parsers know no database', () => {
  const stage = directStage('sqlite', exhibitFixture);
  const limits = () => stage.client.api.model.limits;
  const fields = () => stage.client.api.model.entities.flatMap((entity) => entity.fields);

  test('query strings', () => {
    for (const text of hostileTexts(seed, texts, '&=+%;')) {
      const { terms, faults } = parseQuery(text);
      if (!terms.every(({ name, value }) => isSound(name) && isSound(value))) throw new Error(shown(text));
      if (terms.length + faults.length > text.split('&').length) throw new Error(shown(text));
    }
  });

  test('paths', () => {
    const kinds = new Set(['route', 'options', 'other-method', 'nothing']);
    for (const text of hostileTexts(seed, texts, '/%.exhibits1')) {
      const { kind } = stage.client.api.routes.match('GET', text);
      if (!kinds.has(kind)) throw new Error(shown(text));
    }
  });

  test('values and ids of every kind', () => {
    const all = fields();
    let at = 0;
    for (const text of hostileTexts(seed, texts, '0123456789-:.TZ+e')) {
      const field = all[at++ % all.length];
      if (!field) throw new Error('The model has no fields.');
      if (typeof parseValue(text, field).ok !== 'boolean') throw new Error(shown(text));
      parseId(text, field);
    }
  });

  test('JSON bodies', async () => {
    for (const text of hostileTexts(seed, texts / 2, '{}[]",:\\0123e-.tfn'))
      await parsedOrRefused(Buffer.from(text, 'utf8'), limits());
  });

  test('bodies of any bytes', async () => {
    await holds(
      fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), (bytes) => parsedOrRefused(bytes, limits())),
      5_000,
    );
  });

  test('a body that other middleware parsed may be no deeper than one that we parse', async () => {
    const deep = nested(100_000);
    await expect(parseBody(requestWith(deep), limits(), [''])).rejects.toMatchObject({
      code: 'malformed_body',
    });
  });

  test('whole requests', async () => {
    for (const text of hostileTexts(seed, 5_000, '/?&=%.exhibits1string.eqsort'))
      await answersOrRefuses(stage.client, `/exhibits${text}`);
    for (const text of hostileTexts(seed, 5_000, '&=%.stringeqsortpage_1'))
      await answersOrRefuses(stage.client, `/exhibits?${text}`);
  });

  describe('ten times the text takes about ten times the processor time', () => {
    test.each(Object.entries(repeatedTexts))('%s', (_, textOf) => {
      const all = fields();
      expect(growth(textOf, (text) => void parseQuery(text))).toBeLessThan(40);
      expect(growth(textOf, (text) => void stage.client.api.routes.match('GET', text))).toBeLessThan(40);
      expect(
        growth(textOf, (text) => {
          for (const field of all) parseValue(text, field);
        }),
      ).toBeLessThan(40);
    });
  });
});

/** Decoded text that a database can be given. */
function isSound(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

async function parsedOrRefused(bytes: Uint8Array, limits: Limits): Promise<void> {
  try {
    await parseBody(requestWith(bytes), limits, ['']);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'malformed_body')
      throw new Error(Buffer.from(bytes).toString('hex'), { cause: error });
  }
}

function requestWith(body: Uint8Array | JsonValue) {
  return completeRequest({ method: 'POST', path: '/exhibits', body });
}

function nested(levels: number): JsonValue {
  let value: JsonValue = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** The client itself fails on a 5xx and on any answer that the document does not declare. */
async function answersOrRefuses(client: DirectClient, target: string): Promise<void> {
  const { status } = await client.get(target);
  expect([200, 400, 404, 405]).toContain(status);
}

function shown(text: string): string {
  return `for the text ${JSON.stringify(text)}`;
}
