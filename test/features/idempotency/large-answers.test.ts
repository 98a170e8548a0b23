// The answer of a request with a key is stored in its transaction: one that the database cannot store undoes the write.
import { Bulk, EagerLoad, idempotencyEntity } from '@decorest/core';
import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { directStage } from '../../support/direct-stage.js';
import { databaseNames, driverNames, speaksMysql } from '../../support/test-database.js';

/** A thousand of them exceed the packet of MariaDB with its default settings. */
const bioLength = 18_000;

@Entity()
class Author {
  @PrimaryGeneratedColumn() id!: number;
  @Column('text') bio!: string;
}

@Entity()
@Bulk('create')
class Essay {
  @PrimaryGeneratedColumn() id!: number;
  @Index()
  @EagerLoad()
  @ManyToOne(() => Author, { nullable: true })
  author!: Relation<Author> | null;
}

const scope = () => 'all';

describe.each(databaseNames)('%s', (name) => {
  const entities = [Author, Essay, idempotencyEntity(driverNames[name])];
  const options = { idempotency: { scope }, returnMinimal: true, limits: { responseBytes: 2 ** 28 } };
  const stage = directStage(name, { entities, options, fill: async () => undefined });
  beforeAll(() => stage.database.dataSource.manager.insert(Author, { id: 1, bio: 'x'.repeat(bioLength) }));

  const send = (key: string, count: number, prefer?: string) =>
    stage.client.attempt('POST', '/essays/bulk', new Array<object>(count).fill({ author: 1 }), {
      'idempotency-key': `"${key}"`,
      ...(prefer === undefined ? {} : { prefer }),
    });
  const countEssays = () => stage.database.dataSource.manager.count(Essay);

  test('an answer that does not fit into a packet is refused, and nothing is written', async () => {
    const [packet] = speaksMysql(name)
      ? await stage.database.dataSource.query<{ bytes: unknown }[]>('SELECT @@max_allowed_packet AS bytes')
      : [];
    const fits = 1000 * bioLength < Number(packet?.bytes ?? Infinity);
    const before = await countEssays();
    const answer = await send('large', 1000);
    if (fits) {
      expect(answer.status).toBe(201);
      return;
    }
    expect(answer.json).toMatchObject({ status: 400, code: 'response_too_large' });
    expect((answer.json as { detail: string }).detail).toMatch(/return=minimal/);
    expect(await countEssays()).toBe(before);
    const minimal = await send('large-again', 1000, 'return=minimal');
    expect(minimal).toMatchObject({ status: 204 });
    expect(await countEssays()).toBe(before + 1000);
  });

  test('an answer that fits is stored and sent again', async () => {
    const first = await send('small', 5);
    expect(first.status).toBe(201);
    expect((await send('small', 5)).text).toBe(first.text);
  });
});
