import type { AddressInfo } from 'node:net';
import { ApiError, SchemaError, createApi, type Api } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { DataSource } from 'typeorm';
import { api } from './api';
import { Pet } from './entities';

let built: Api;
let base: string;
const app = new Koa();
let close: () => void;

beforeAll(async () => {
  built = await api();
  app.use(restRouter(built, { prefix: '/api' }).routes());
  const server = app.listen(0);
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  close = () => server.close();
});
afterAll(() => close());

test('a pet is created and found', async () => {
  const created = await fetch(`${base}/pets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Rex', age: 3 }),
  });
  expect(created.status).toBe(201);
  const list = await fetch(`${base}/pets?name.ihas=REX&age.gte=3`);
  expect(await list.json()).toMatchObject({ total_count: 1, content: [{ id: 1, name: 'Rex' }] });
});

test('the document has the pets', async () => {
  const document = await (await fetch(`${base}/openapi.json`)).json();
  expect(Object.keys(document.paths)).toContain('/pets/{id}');
});

test('the API is called without a server', async () => {
  const { status } = await built.handle({ method: 'GET', path: '/pets/99' });
  expect(status).toBe(404);
});

test('errors are of our classes', () => {
  const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities: [Pet] });
  expect(() => createApi(dataSource)).toThrow(SchemaError);
  expect(new ApiError('not_found')).toBeInstanceOf(ApiError);
});
