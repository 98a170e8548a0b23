// Spellings that generators and validators of other languages understand: the lint finds nothing in the documents of the
// examples, and finds each mistake that is put into one.
import { shop } from '../../shop/shop.js';
import { entities } from '../../../examples/queries/src/app.js';
import type { OpenApiDocument } from '../../support/declared-response.js';
import type { spellings } from '../../support/document-lint/lint-spelling.js';
import { lintSpelling, summarizeFindings } from '../../support/document-lint/lint-spelling.js';
import { documentOf } from '../../support/document-of.js';
import { conference } from '../../support/fixtures/conference.js';
import { festival } from '../../support/fixtures/festival.js';
import { library } from '../../support/fixtures/library.js';
import { newsroom } from '../../support/fixtures/newsroom.js';
import { petstore } from '../../support/fixtures/petstore.js';

test.each([
  ['the petstore', petstore],
  ['the kitchen sink', festival],
  ['the clinic', { entities, options: {} }],
  ['the shop', shop],
  ['the conference', conference],
  ['the library', library],
  ['the newsroom', newsroom],
])('the lint finds nothing in the document of %s', async (_, fixture) => {
  expect(summarizeFindings(lintSpelling(await documentOf(fixture)))).toEqual({});
});

describe('the lint finds', () => {
  interface Editable {
    paths: Record<string, Record<string, Record<string, unknown>>>;
    components: Record<'schemas' | 'parameters', Record<string, Record<string, unknown>>>;
  }
  const list = ({ paths }: Editable) => paths['/pets']?.get ?? {};
  const addParameter = (document: Editable, parameter: object) => {
    list(document).parameters = [...(list(document).parameters as object[]), parameter];
  };
  const addSchema =
    (schema: Record<string, unknown>, name = 'Wrong') =>
    (document: Editable) => {
      document.components.schemas[name] = schema;
    };
  const addToAnswer = (schema: object) => (document: Editable) => {
    Object.assign(document.components.schemas.Pet?.properties ?? {}, { wrong: schema });
  };
  const query = { name: 'wrong', in: 'query' };

  const mistakes: readonly (readonly [
    rule: keyof typeof spellings,
    what: string,
    change: (document: Editable) => void,
  ])[] = [
    [1, 'look-around', addSchema({ type: 'string', pattern: '^(?!a)' })],
    [1, 'a backreference', addSchema({ type: 'string', pattern: '(a)\\1' })],
    [1, 'a class that differs', addSchema({ type: 'string', pattern: '\\d' })],
    [1, 'a high count', addSchema({ type: 'string', pattern: 'a{1,1001}' })],
    [1, 'what RE2 does not know', addSchema({ type: 'string', pattern: '\\p{Lowercase_Letter}' })],
    [2, 'two patterns', addSchema({ type: 'string', allOf: [{ pattern: 'a' }] })],
    [3, 'a decimal with a format', addSchema({ type: ['string', 'null'], format: 'decimal' })],
    [
      4,
      'a list with a default',
      (one) => {
        addParameter(one, { ...query, schema: { type: 'array', default: [] } });
      },
    ],
    [
      5,
      'a parameter with content',
      (one) => {
        addParameter(one, { ...query, content: {} });
      },
    ],
    [
      6,
      'an inline body',
      ({ paths }) => {
        Object.assign(paths['/pets']?.post ?? {}, {
          requestBody: { content: { 'application/json': { schema: { type: 'array' } } } },
        });
      },
    ],
    [
      7,
      'null among types beside a reference',
      addSchema({ oneOf: [{ $ref: '#/components/schemas/Pet' }, { type: ['integer', 'null'] }] }),
    ],
    [
      8,
      'an inline enum',
      (one) => {
        addParameter(one, { ...query, schema: { items: { enum: ['a'] } } });
      },
    ],
    [8, 'a schema with the name of a parameter', addSchema({}, 'Filter_op')],
    [
      9,
      'two tags',
      (one) => {
        list(one).tags = ['Pet', 'User'];
      },
    ],
    [
      9,
      'tags that are one class',
      (one) => {
        list(one).tags = ['pets'];
      },
    ],
    [10, 'a union of unions', addSchema({ anyOf: [{ oneOf: [] }] })],
    [10, 'a union for an update', addSchema({ anyOf: [] }, 'PetUpdate')],
    [11, 'readOnly in an answer', addToAnswer({ readOnly: true })],
    [11, 'uniqueItems in an answer', addToAnswer({ uniqueItems: true })],
    [12, 'an object without a name', addSchema({ items: { type: 'object', properties: {} } })],
    [12, 'a numbered name', addSchema({}, 'Pet2')],
    [
      13,
      'too many parameters',
      (one) => {
        for (let at = 0; at < 200; at++) addParameter(one, { ...query, name: String(at) });
      },
    ],
    [
      14,
      'X-Request-Id',
      (one) => {
        addParameter(one, { name: 'x-request-id', in: 'header' });
      },
    ],
  ];

  test.each(mistakes)('rule %i: %s', async (rule, _, change) => {
    const document: OpenApiDocument = structuredClone(await documentOf(petstore));
    change(document as unknown as Editable);
    expect(lintSpelling(document).map((finding) => finding.rule)).toEqual([rule]);
  });
});
