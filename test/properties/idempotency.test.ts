// Requests with keys, in any order: two answers of one key are the same bytes, a row is made for each key that has an answer,
// and a key is refused if and only if it stands for another request.
import fc from 'fast-check';
import { digestRequest } from '../../packages/core/src/request/idempotency-key.js';
import { completeRequest } from '../../packages/core/src/request/api-request.js';
import type { JsonValue } from '../../packages/core/src/vocabulary/json-schema.js';
import { Purchase, scopeOptions, till, withKey } from '../features/idempotency/till.js';
import { onEachDatabase } from '../support/direct-stage.js';
import { holds } from '../support/property.js';

/** One request. */
interface Sending {
  readonly clerk: string;
  readonly key: string;
  readonly body: { readonly item: string | number; readonly customer?: number };
}

const sending: fc.Arbitrary<Sending> = fc.record({
  clerk: fc.constantFrom('ada', 'bob'),
  key: fc.constantFrom('k1', 'k2', 'k3'),
  body: fc.oneof(
    fc.record({ item: fc.constantFrom('mug', 'pot') }),
    fc.record({ item: fc.constantFrom('mug'), customer: fc.constantFrom(1, 99) }),
    fc.constant({ item: 7 }),
  ),
});

onEachDatabase({ ...till, options: scopeOptions }, (stage) => {
  test('a key stands for one request and one row', async () => {
    const { dataSource } = stage.database;
    const rows = () => dataSource.getRepository(Purchase).count();
    let run = 0;
    await holds(
      fc.asyncProperty(fc.array(sending, { minLength: 1, maxLength: 12 }), async (sendings) => {
        run++;
        const before = await rows();
        const firsts = new Map<string, { body: string; text: string }>();
        for (const { clerk, key, body } of sendings) {
          const client = stage.client.as({ name: clerk });
          const answer = await client.send('POST', '/purchases', body, withKey(`${key}-${run}`));
          const first = firsts.get(`${clerk} ${key}`);
          const sent = JSON.stringify(body);
          if (body.item === 7) expect(answer.status).toBe(400);
          else if (first && first.body !== sent) expect(answer.status).toBe(422);
          else if (first) {
            expect(answer.text).toBe(first.text);
            expect(answer.headers).toHaveProperty('idempotent-replayed', 'true');
          } else if (body.customer === 99) expect(answer.status).toBe(400);
          else {
            expect(answer.status).toBe(201);
            expect(answer.headers).not.toHaveProperty('idempotent-replayed');
            firsts.set(`${clerk} ${key}`, { body: sent, text: answer.text });
          }
        }
        expect(await rows()).toBe(before + firsts.size);
      }),
      60,
    );
  });
});

test('fingerprints are equal if and only if bodies and the order of their keys are', async () => {
  const digest = (value: JsonValue) =>
    digestRequest(completeRequest({ method: 'POST', path: '/x' }), {
      body: { value, size: 1, faults: [] },
    });
  const body = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
  await holds(
    fc.property(body, body, fc.constantFrom(0, 1, '\t'), (one, other, space) => {
      const spaced = JSON.parse(JSON.stringify(one, null, space)) as JsonValue;
      expect(digest(spaced)).toBe(digest(one));
      expect(digest(one) === digest(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
    500,
  );
});

test('fingerprints differ by method, mount point, path and query', () => {
  const requests = [
    { method: 'POST', path: '/x' },
    { method: 'PATCH', path: '/x' },
    { method: 'POST', path: '/y' },
    { method: 'POST', path: '/x', base: '/api' },
    { method: 'POST', path: '/x', query: 'pretty=true' },
  ];
  const parsed = { body: { value: {}, size: 1, faults: [] } };
  const digests = requests.map((request) => digestRequest(completeRequest(request), parsed));
  expect(new Set(digests).size).toBe(requests.length);
});
