// Conditional requests in the document: where they can occur, and nowhere else.
import { createApi, RequireIfMatch, type ApiOptions } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import { bareDataSource } from '../../support/schema-mistakes.js';
import { fixture } from './entities.js';

@RequireIfMatch()
@Entity()
class Contract {
  @PrimaryGeneratedColumn()
  id!: number;

  @VersionColumn()
  version!: number;
}

async function documentOf(options: ApiOptions = {}) {
  const more = options.defaultETag === false ? [] : [Contract];
  const entities = [...(fixture.entities as (new () => object)[]), ...more];
  const dataSource = await bareDataSource(entities);
  const document = openApiDocument(createApi(dataSource, options));
  await dataSource.destroy();
  return document;
}

type Document = Awaited<ReturnType<typeof documentOf>>;

function describeOperation(document: Document, method: 'get' | 'post' | 'patch' | 'delete', path: string) {
  const operation = document.paths?.[path]?.[method];
  const refs = JSON.stringify(operation?.parameters ?? []);
  const responses = operation?.responses ?? {};
  return {
    parameters: ['IfNoneMatch', 'IfMatchOfRead', 'IfMatch', 'IfMatchRequired', 'IfMatchAny'].filter((name) =>
      refs.includes(`/${name}"`),
    ),
    statuses: Object.keys(responses).filter((status) => ['304', '412', '428'].includes(status)),
    headers: Object.values(responses as Record<string, { headers?: object }>)
      .slice(0, 1)
      .flatMap(({ headers = {} }) => Object.keys(headers))
      .filter((name) => name === 'ETag' || name === 'Cache-Control'),
  };
}

const nothing = { parameters: [], statuses: [], headers: [] };
const untagged = { ...nothing, headers: ['Cache-Control'] };
const tagged = {
  parameters: ['IfNoneMatch', 'IfMatchOfRead'],
  statuses: ['304', '412'],
  headers: ['ETag', 'Cache-Control'],
};

test.each(['/sheets/{id}', '/sheets', '/folders/{id}/sheets', '/folders/{id}/drawer', '/sheets/{id}/folder'])(
  'GET %s',
  async (path) => {
    const described = describeOperation(await documentOf(), 'get', path);
    expect(described).toEqual(path.endsWith('drawer') ? untagged : tagged);
  },
);

test('writes of a class with tags', async () => {
  const document = await documentOf();
  expect(describeOperation(document, 'patch', '/sheets/{id}')).toEqual({
    parameters: ['IfMatch'],
    statuses: ['412'],
    headers: ['ETag'],
  });
  expect(describeOperation(document, 'delete', '/sheets/{id}')).toEqual({
    parameters: ['IfMatch'],
    statuses: ['412'],
    headers: [],
  });
  expect(describeOperation(document, 'post', '/sheets')).toEqual({
    parameters: ['IfMatchAny'],
    statuses: ['412'],
    headers: ['ETag'],
  });
});

test('writes of a class that requires If-Match', async () => {
  const document = await documentOf();
  for (const method of ['patch', 'delete'] as const)
    expect(describeOperation(document, method, '/contracts/{id}')).toMatchObject({
      parameters: ['IfMatchRequired'],
      statuses: ['412', '428'],
    });
  expect(document.components?.parameters?.IfMatchRequired).toMatchObject({
    name: 'If-Match',
    in: 'header',
    required: true,
  });
});

test('a class without tags has no conditions', async () => {
  const document = await documentOf({ defaultETag: false });
  for (const path of ['/drawers/{id}', '/sheets/{id}', '/sheets'])
    expect(describeOperation(document, 'get', path)).toEqual(untagged);
  expect(describeOperation(document, 'patch', '/drawers/{id}')).toEqual(nothing);
  expect(describeOperation(document, 'delete', '/drawers/{id}')).toEqual(nothing);
  expect(describeOperation(document, 'post', '/drawers')).toEqual(nothing);
});
