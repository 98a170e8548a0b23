import { openApiDocument } from '@decorest/openapi';
import { documentValidator, type Exchange } from './document-validator.js';
import { petApi } from './pet-api.js';

const check = documentValidator(openApiDocument(petApi));

const id = { 'x-request-id': 'r1' };
const json = {
  ...id,
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
};
const problemJson = {
  ...json,
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
};
const rex = { id: 1, name: 'Rex', age: null, type: 'DOG', edges: { owner: null } };
const page = { page: 1, total_count: 1, last_page: 1, is_last_page: true, content: [rex] };
const pageHeaders = { ...json, 'x-total-count': '1', link: '</pets?page=1>; rel="first"' };

function exchange(path: string, value: unknown, more: Partial<Exchange> = {}): Exchange {
  return { method: 'GET', path, status: 200, headers: json, body: JSON.stringify(value), ...more };
}

function problem(status: number, code: string) {
  const type = `urn:problem-type:decorest:${code}`;
  return { type, title: 'No', status, detail: 'No.', instance: '/pets', code, request_id: 'r1' };
}

describe('what the document declares passes', () => {
  test.each([
    ['an entity', exchange('/pets/1', rex)],
    ['a query', exchange('/pets/1?pretty=true', rex)],
    ['a page', exchange('/pets', page, { headers: pageHeaders })],
    ['HEAD without a body', exchange('/pets', null, { method: 'HEAD', headers: pageHeaders, body: '' })],
    ['a deletion', exchange('/pets/1', null, { method: 'DELETE', status: 204, headers: id, body: null })],
    ['OPTIONS', exchange('/pets', null, { method: 'OPTIONS', status: 204, headers: id, body: '' })],
    [
      'a declared problem',
      exchange('/pets/9', problem(404, 'not_found'), { status: 404, headers: problemJson }),
    ],
    [
      'an unknown path',
      exchange('/nosuch', problem(404, 'not_found'), { status: 404, headers: problemJson }),
    ],
    [
      'an undeclared method',
      exchange('/pets', problem(405, 'method_not_allowed'), {
        method: 'PUT',
        status: 405,
        headers: problemJson,
      }),
    ],
  ])('%s', (_, declared) => {
    expect(() => {
      check(declared);
    }).not.toThrow();
  });
});

describe('what the document does not declare fails', () => {
  test.each([
    ['a status', exchange('/pets/1', rex, { status: 202 }), 'the status is not declared'],
    ['an unknown member', exchange('/pets/1', { ...rex, secret: 1 }), 'secret'],
    ['an unknown member of a nested entity', exchange('/users/1', nested({ secret: 1 })), 'secret'],
    ['a missing member', exchange('/pets/1', { ...rex, age: undefined }), 'age'],
    ['a wrong type', exchange('/pets/1', { ...rex, id: '1' }), '/id must be integer'],
    ['an unknown value', exchange('/pets/1', { ...rex, type: 'COW' }), '/type'],
    ['a missing header', exchange('/pets', page), 'x-total-count is missing'],
    [
      'a wrong header',
      exchange('/pets', page, { headers: { ...pageHeaders, 'x-total-count': 'many' } }),
      'x-total-count',
    ],
    ['a header of another answer', exchange('/pets/1', rex, { headers: pageHeaders }), 'not declared'],
    [
      'a content type',
      exchange('/pets/1', rex, { headers: { ...json, 'content-type': 'text/html' } }),
      'text/html',
    ],
    ['a body that is not JSON', exchange('/pets/1', rex, { body: '{' }), 'not JSON'],
    [
      'a body where none may be',
      exchange('/pets/1', {}, { method: 'DELETE', status: 204, headers: id }),
      'empty',
    ],
    ['a body of HEAD', exchange('/pets/1', rex, { method: 'HEAD' }), 'empty'],
    ['OPTIONS with another status', exchange('/pets', {}, { method: 'OPTIONS' }), '204'],
    ['an unknown path that is served', exchange('/nosuch', rex), '404'],
    ['an undeclared method that is served', exchange('/pets', rex, { method: 'PUT' }), '405'],
    [
      'an unknown path with the problem of another status',
      exchange('/nosuch', problem(500, 'internal_error'), { status: 404, headers: problemJson }),
      'says 500',
    ],
    [
      'a problem with more to say',
      exchange(
        '/pets/9',
        { ...problem(404, 'not_found'), sql: 'SELECT' },
        { status: 404, headers: problemJson },
      ),
      'sql',
    ],
  ])('%s', (_, undeclared, message) => {
    expect(() => {
      check(undeclared);
    }).toThrow(message);
  });
});

/** A user with one eager pet that has more members. */
function nested(more: object): object {
  const address = { city: 'Oslo', zip: null };
  const user = { id: 1, username: 'u', email: 'u@example.com', address };
  return { ...user, edges: { pets: [{ ...rex, edges: {}, ...more }] } };
}
