// What the document says of idempotency keys: where they count, and nothing where they do not.
import { createApi, type ApiOptions } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { ServerLog } from '../../support/server-log.js';
import { bareDataSource } from '../../support/schema-mistakes.js';
import { Customer, keyTable, Payment, Purchase, scopeOptions } from '../idempotency/till.js';

type Document = ReturnType<typeof openApiDocument>;

async function documentOf(options: ApiOptions): Promise<Document> {
  const dataSource = await bareDataSource([Customer, Purchase, Payment, keyTable('sqlite')]);
  try {
    return openApiDocument(createApi(dataSource, { ...options, logger: new ServerLog() }));
  } finally {
    await dataSource.destroy();
  }
}

/** The operations that name something of keys, and what. */
function mentionsOf({ paths = {} }: Document): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as object).flatMap(([method, operation]) => {
        const text = JSON.stringify(operation);
        const found = [
          'IdempotencyKey',
          'RequiredIdempotencyKey',
          'Idempotent-Replayed',
          'RequestInProgress',
        ];
        const named = found.filter((name) => new RegExp(`[/a-z]${name}`).test(text));
        return named.length > 0 ? [[`${method} ${path}`, named] as const] : [];
      }),
    ),
  );
}

test('each create and update takes a key, which one class requires', async () => {
  const document = await documentOf(scopeOptions);
  const optional = ['IdempotencyKey', 'Idempotent-Replayed', 'RequestInProgress'];
  expect(mentionsOf(document)).toEqual({
    'post /customers': optional,
    'patch /customers/{id}': optional,
    'post /purchases': optional,
    'patch /purchases/{id}': optional,
    'post /payments': [
      'IdempotencyKey',
      'RequiredIdempotencyKey',
      'Idempotent-Replayed',
      'RequestInProgress',
    ],
    'patch /payments/{id}': optional,
  });
  const { parameters = {} } = document.components ?? {};
  expect(parameters.IdempotencyKey).toMatchObject({
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', pattern: expect.any(String) },
  });
  expect(parameters.IdempotencyKey).not.toHaveProperty('required');
  expect(parameters.RequiredIdempotencyKey).toMatchObject({ name: 'Idempotency-Key', required: true });
  expect(Object.keys(document.paths?.['/payments']?.post?.responses ?? {})).toEqual(
    expect.arrayContaining(['201', '409', '422']),
  );
});

test('without the option, it says nothing of them', async () => {
  const dataSource = await bareDataSource([Customer, Purchase]);
  const api = createApi(dataSource, { logger: new ServerLog() });
  expect(JSON.stringify(openApiDocument(api).paths)).not.toMatch(/dempoten|RequestInProgress/);
  await dataSource.destroy();
});
