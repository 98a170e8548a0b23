// Headers that an operation requires have an example that works: documentation pages fill it in.
import { ETag, idempotencyEntity, RequireIdempotencyKey, RequireIfMatch } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { OpenApiDocument } from '../../support/declared-response.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import type { Fixture } from '../../support/for-each-database.js';
import { keysAt, valueAt } from '../../support/json-pointer.js';
import { driverNames } from '../../support/test-database.js';

@Entity()
@ETag()
@RequireIfMatch()
@RequireIdempotencyKey()
class Order {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 20 }) label!: string;
}

/** The headers that an operation requires, with their first examples. */
function readRequiredHeaders(document: OpenApiDocument): Record<string, string> {
  const names = keysAt('#/components/parameters', document);
  const parameters = names.map((name) => `#/components/parameters/${name}`);
  const required = parameters.filter(
    (at) => valueAt(`${at}/in`, document) === 'header' && valueAt(`${at}/required`, document) === true,
  );
  return Object.fromEntries(
    required.map((at) => [
      String(valueAt(`${at}/name`, document)).toLowerCase(),
      String(valueAt(`${at}/schema/examples/0`, document)),
    ]),
  );
}

const orders: Fixture = {
  entities: (database) => [Order, idempotencyEntity(driverNames[database])],
  options: { idempotency: { scope: () => 'everyone' } },
  fill: async () => {},
};

onEachDatabase(orders, (stage) => {
  test('requests with the examples are served', async () => {
    const headers = readRequiredHeaders(stage.client.document);
    expect(Object.keys(headers).sort()).toEqual(['idempotency-key', 'if-match']);
    const { 'if-match': tag = '', 'idempotency-key': key = '' } = headers;
    const created = await stage.client.send('POST', '/orders', { label: 'a' }, { 'idempotency-key': key });
    const { id } = created.json as { id: number };
    const further = { 'if-match': tag, 'idempotency-key': `${key}-2` };
    const changed = await stage.client.send('PATCH', `/orders/${id}`, { label: 'b' }, further);
    expect([created.status, changed.status]).toEqual([201, 200]);
  });
});
