import { openApiDocument } from '@decorest/openapi';
import { petApi } from './pet-api.js';
import { requestValidator, type SentRequest } from './request-validator.js';

const check = requestValidator(openApiDocument(petApi));

const json = { 'Content-Type': 'application/json' };

function read(path: string, headers: SentRequest['headers'] = {}): SentRequest {
  return { method: 'GET', path, headers, body: null };
}

function write(method: string, path: string, body: unknown): SentRequest {
  return { method, path, headers: json, body: JSON.stringify(body) };
}

test.each([
  ['a page', read('/pets?page=2&per_page=5')],
  ['a list that commas separate', read('/pets?sort=id,-owner.username')],
  ['an encoded comma', read('/pets?sort=id%2C-owner.username')],
  ['a number in the path', read('/pets/1')],
  ['a create', write('POST', '/pets', { name: 'Rex' })],
  ['a question mark in a value', read('/pets?page=1&pretty=true&instance=a?b')],
  ['an unknown route', read('/nosuch?page=x')],
])('the document allows %s', (_, request) => {
  expect(() => {
    check(request, 200);
  }).not.toThrow();
});

test.each([
  ['a page that is no number', read('/pets?page=x'), 'the parameter page'],
  ['what follows a question mark in a value', read('/pets?instance=a?b&page=x'), 'the parameter page'],
  ['page 0', read('/pets?page=0'), 'the parameter page'],
  ['a parameter of one value twice', read('/pets?page=1&page=2'), 'the parameter page'],
  ['an unknown sort key', read('/pets?sort=id,nosuch'), 'the parameter sort'],
  ['a text in place of a number in the path', read('/pets/x'), 'the parameter id'],
  ['a missing member', write('POST', '/pets', {}), 'the body is'],
  ['a member of another type', write('PATCH', '/pets/1', { name: 5 }), 'the body is'],
  ['an unknown member', write('PATCH', '/pets/1', { nosuch: 5 }), 'the body is'],
  ['no body', { ...write('POST', '/pets', {}), body: null }, 'the body is required'],
  ['another type', { ...write('POST', '/pets', {}), headers: { 'content-type': 'text/plain' } }, 'the type'],
])('the document refuses %s', (_, request, reason) => {
  expect(() => {
    check(request, 200);
  }).toThrow(reason);
  expect(() => {
    check(request, 400);
  }).not.toThrow();
});
