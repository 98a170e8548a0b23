// Idempotency keys beside the other headers of writes: preconditions and preferences.
import { Column, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { keyTable, withKey } from './till.js';

@Entity()
class Ledger {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @VersionColumn()
  version!: number;
}

const fixture: Fixture = {
  entities: (database) => [Ledger, keyTable(database)],
  options: { idempotency: { scope: () => 'everyone' } },
  async fill(dataSource) {
    await dataSource.getRepository(Ledger).insert({ name: 'a' });
  },
};

forEachDatabase(fixture, (stage) => {
  const client = () => DirectClient.of(stage.dataSource, { ...fixture.options, returnMinimal: true });

  test('a conditional update that is sent again has its first answer, not a 412', async () => {
    const read = await stage.client.get('/ledgers/1');
    const headers = { ...withKey('a'), 'if-match': read.headers.etag ?? '' };
    const send = () => stage.client.send('PATCH', '/ledgers/1', { headers, body: { name: 'b' } });
    const [first, second] = [await send(), await send()];
    expect(first).toMatchObject({ status: 200, json: { name: 'b', version: 2 } });
    expect(second).toMatchObject({ status: 200, text: first.text });
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true', etag: first.headers.etag });
    const other = { ...headers, ...withKey('b') };
    const stale = await stage.client.send('PATCH', '/ledgers/1', { headers: other, body: { name: 'c' } });
    expectProblem(stale, 412, 'precondition_failed');
    expect(await stage.dataSource.getRepository('DecorestIdempotency').count()).toBe(1);
  });

  test('the tag of a replay is the first one: after another write, it no longer matches', async () => {
    const create = () =>
      stage.client.send('POST', '/ledgers', { headers: withKey('a'), body: { name: 'b' } });
    await create();
    await stage.client.patch('/ledgers/2', { name: 'c' });
    const { etag = '' } = (await create()).headers;
    const stale = await stage.client.send('PATCH', '/ledgers/2', {
      headers: { 'if-match': etag },
      body: { name: 'd' },
    });
    expectProblem(stale, 412, 'precondition_failed');
  });

  test('an answer without a body is replayed without one, whatever is preferred then', async () => {
    const minimal = { ...withKey('a'), prefer: 'return=minimal' };
    const first = await client().attempt('POST', '/ledgers', { name: 'b' }, minimal);
    expect(first).toMatchObject({ status: 204, text: '' });
    for (const headers of [minimal, withKey('a')]) {
      const again = await client().attempt('POST', '/ledgers', { name: 'b' }, headers);
      expect(again).toMatchObject({ status: 204, text: '', headers: { 'idempotent-replayed': 'true' } });
      expect(again.headers.location).toBe(first.headers.location);
      expect(again.headers.etag).toBe(first.headers.etag);
    }
    expect(await stage.dataSource.getRepository(Ledger).count()).toBe(2);
  });

  test('and one with a body with it', async () => {
    const first = await client().attempt('POST', '/ledgers', { name: 'b' }, withKey('a'));
    const headers = { ...withKey('a'), prefer: 'return=minimal' };
    expect(await client().attempt('POST', '/ledgers', { name: 'b' }, headers)).toMatchObject({
      status: 201,
      text: first.text,
    });
  });
});
