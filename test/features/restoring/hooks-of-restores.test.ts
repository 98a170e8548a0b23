// Who observes and who may refuse a restore: hooks of updates, TypeORM's listeners and subscribers, `allow`, row policies.
import {
  ApiError,
  hooksFor,
  notNull,
  policyFor,
  Restore,
  type AllowRequest,
  type PolicyRequest,
} from '@decorest/core';
import {
  AfterRecover,
  AfterUpdate,
  BeforeRecover,
  BeforeUpdate,
  Column,
  DeleteDateColumn,
  Entity,
  EventSubscriber,
  IsNull,
  PrimaryGeneratedColumn,
  VersionColumn,
  type DataSource,
  type EntitySubscriberInterface,
  type RecoverEvent,
} from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { archive, findLetter, Letter, longAgo } from './archive.js';

const seen: string[] = [];
beforeEach(() => {
  seen.length = 0;
});

@Entity()
@Restore()
class Parcel {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @Column({ type: 'int', default: 0 })
  restores!: number;

  @VersionColumn()
  version!: number;

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @BeforeRecover()
  beforeRecover(): void {
    seen.push(`@BeforeRecover ${this.name}`);
    this.restores++;
  }

  @AfterRecover()
  afterRecover(): void {
    seen.push(`@AfterRecover ${this.restores}`);
  }

  @BeforeUpdate()
  beforeUpdate(): void {
    seen.push('@BeforeUpdate');
  }

  @AfterUpdate()
  afterUpdate(): void {
    seen.push('@AfterUpdate');
  }
}

@EventSubscriber()
class Watcher implements EntitySubscriberInterface<Parcel> {
  listenTo() {
    return Parcel;
  }

  beforeRecover({ entity, databaseEntity }: RecoverEvent<Parcel>): void {
    seen.push(`beforeRecover ${entity?.name} ${databaseEntity.deletedAt === null}`);
  }

  afterRecover({ entity }: RecoverEvent<Parcel>): void {
    seen.push(`afterRecover ${entity?.name}`);
  }
}

const fillParcels = async (dataSource: DataSource) => {
  await dataSource.getRepository(Parcel).insert([{ name: 'a' }, { name: 'b' }]);
  await dataSource.getRepository(Parcel).update([2], { deletedAt: longAgo });
  await dataSource.createQueryBuilder().update(Parcel).set({ version: 1 }).execute();
};

const observed: Fixture = { entities: [Parcel], subscribers: [Watcher], options: {}, fill: fillParcels };

describe('with listeners', () => {
  forEachDatabase(observed, (stage) => {
    test('those of a recover are notified, within the transaction, and what they set is written', async () => {
      const { json } = await stage.client.send('POST', '/parcels/2/restore');
      expect(json).toMatchObject({ id: 2, name: 'b', restores: 1, version: 2, deletedAt: null });
      expect([...seen].sort()).toEqual(
        ['@BeforeRecover b', '@AfterRecover 1', 'beforeRecover b false', 'afterRecover b'].sort(),
      );
    });

    test('nothing happens to a row that is not deleted', async () => {
      const { json } = await stage.client.send('POST', '/parcels/1/restore');
      expect(json).toMatchObject({ restores: 0, version: 1 });
      expect(seen).toEqual([]);
    });

    test('a row that is not there is a 404', async () => {
      expectProblem(await stage.client.send('POST', '/parcels/9/restore'), 404, 'not_found');
      expect(seen).toEqual([]);
    });
  });
});

interface State {
  readonly refuses?: boolean;
}

const hooked: Fixture = {
  entities: [Parcel],
  options: {
    hooks: [
      hooksFor<Parcel, State | undefined>(Parcel, {
        before: {
          update({ entity, stored, state }) {
            seen.push(`before ${String(entity.deletedAt)} ${stored.deletedAt instanceof Date}`);
            if (state?.refuses) throw new ApiError('forbidden');
            entity.name = 'renamed';
            entity.deletedAt = new Date();
          },
          delete: () => void seen.push('before delete'),
        },
        after: {
          async update({ entity, manager }) {
            seen.push(`after ${entity.name}`);
            seen.push(`visible ${await manager.countBy(Parcel, { id: entity.id, deletedAt: IsNull() })}`);
          },
        },
      }),
    ],
  },
  fill: fillParcels,
};

describe('with hooks', () => {
  forEachDatabase(hooked, (stage) => {
    test('those of an update run around the statement, and what they set is written but the delete date', async () => {
      const { json } = await stage.client.send('POST', '/parcels/2/restore');
      expect(json).toMatchObject({ name: 'renamed', deletedAt: null, version: 2, restores: 1 });
      expect(seen).toEqual([
        'before null true',
        '@BeforeRecover renamed',
        '@AfterRecover 1',
        'after renamed',
        'visible 1',
      ]);
    });

    test('an error of a hook leaves the row deleted', async () => {
      const client = DirectClient.of(stage.dataSource, hooked.options).as({ refuses: true });
      expectProblem(await client.send('POST', '/parcels/2/restore'), 403, 'forbidden');
      const row = await stage.dataSource
        .getRepository(Parcel)
        .findOne({ where: { id: 2 }, withDeleted: true });
      expect(row).toMatchObject({ name: 'b', version: 1, deletedAt: longAgo });
    });
  });
});

const asked: string[] = [];
const allowing = (refused: readonly string[]): Fixture => ({
  ...archive,
  options: {
    hooks: [
      hooksFor(Letter, {
        allow: ({ operation }: AllowRequest) => {
          asked.push(operation);
          return !refused.includes(operation);
        },
      }),
    ],
  },
});

describe('`allow`', () => {
  beforeEach(() => {
    asked.length = 0;
  });

  forEachDatabase(allowing([]), (stage) => {
    test.each([
      ['POST', '/letters/2/restore', ['restore']],
      ['GET', '/letters?deleted=only', ['list', 'restore']],
      ['GET', '/letters/2?deleted=with', ['read', 'restore']],
      ['GET', '/letters/aggregate?measures=count&deleted=with', ['list', 'restore']],
      ['GET', '/letters', ['list']],
      ['GET', '/letters/1', ['read']],
      ['PATCH', '/letters/1', ['update']],
    ])('%s %s asks for it', async (method, path, operations) => {
      await stage.client.send(method, path, method === 'PATCH' ? { body: {} } : {});
      expect(asked).toEqual(operations);
    });
  });

  describe('refusing', () => {
    forEachDatabase(allowing(['restore']), (stage) => {
      test.each([
        ['POST', '/letters/2/restore'],
        ['POST', '/letters/9/restore'],
        ['GET', '/letters?deleted=only'],
        ['GET', '/letters?deleted=nonsense&nosuch=1'],
        ['GET', '/letters/2?deleted=with'],
      ])('%s %s is forbidden, before a statement', async (method, path) => {
        stage.statements.clear();
        expectProblem(await stage.client.send(method, path), 403, 'forbidden');
        expect(stage.statements.texts).toEqual([]);
      });

      test('what is not deleted is read and listed', async () => {
        expect(valuesOf(await stage.client.get('/letters?sort=id'), 'id')).toEqual([1, 3, 5]);
        expect((await stage.client.get('/letters/1')).status).toBe(200);
      });
    });
  });
});

interface Reader {
  readonly rows: 'light' | 'deleted' | 'all' | 'none' | 'of Ada';
}

const guarded: Fixture = {
  ...archive,
  options: {
    policies: [
      policyFor(Letter, ({ state }: PolicyRequest<Reader | undefined>) => {
        switch (state?.rows) {
          case 'light':
            return { weight: [1, 2] };
          case 'deleted':
            return { deletedAt: notNull };
          case 'of Ada':
            return { writer: { name: 'Ada' } };
          case 'none':
            return false;
          default:
            return true;
        }
      }),
    ],
  },
};

describe('row policies', () => {
  forEachDatabase(guarded, (stage) => {
    const as = (rows: Reader['rows']) => DirectClient.of(stage.dataSource, guarded.options).as({ rows });

    test.each([
      ['light', [2]],
      ['of Ada', [2]],
      ['deleted', [2, 4, 6]],
      ['none', []],
      ['all', [2, 4, 6]],
    ] as const)('%s: deleted rows are hidden as others are', async (rows, expected) => {
      const listed = await as(rows).get('/letters?deleted=only&sort=id');
      expect(valuesOf(listed, 'id')).toEqual(expected);
      for (const id of [2, 4, 6]) {
        const isShown = (expected as readonly number[]).includes(id);
        expect((await as(rows).get(`/letters/${id}?deleted=with`)).status).toBe(isShown ? 200 : 404);
        if (!isShown) expectProblem(await as(rows).send('POST', `/letters/${id}/restore`), 404, 'not_found');
        expect((await findLetter(stage.dataSource, id))?.deletedAt).toEqual(longAgo);
      }
    });

    test('a row that is within reach is restored', async () => {
      expect((await as('light').send('POST', '/letters/2/restore')).status).toBe(200);
      expect((await as('of Ada').send('POST', '/letters/2/restore')).status).toBe(200);
      expect((await findLetter(stage.dataSource, 2))?.deletedAt).toBeNull();
    });

    test('a row that is out of reach afterwards is refused, and stays deleted', async () => {
      expectProblem(await as('deleted').send('POST', '/letters/2/restore'), 403, 'forbidden');
      expect(await findLetter(stage.dataSource, 2)).toMatchObject({ deletedAt: longAgo, version: 1 });
    });
  });
});
