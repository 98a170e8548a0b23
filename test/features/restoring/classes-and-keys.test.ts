// @Restore() in single-table inheritance, with keys of several columns, and where it cannot be.
import {
  createApi,
  hooksFor,
  IncludeOperations,
  Restore,
  SchemaError,
  Skip,
  type AllowRequest,
} from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import {
  ChildEntity,
  Column,
  DataSource,
  DeleteDateColumn,
  Entity,
  OneToMany,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  type Relation,
} from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { ServerLog } from '../../support/server-log.js';
import { longAgo } from './archive.js';

@Entity()
@TableInheritance({ column: { name: 'kind', type: 'varchar' } })
@Restore()
class Vehicle {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  kind!: string;

  @DeleteDateColumn()
  @Skip()
  deletedAt!: Date | null;
}

@ChildEntity()
class Car extends Vehicle {
  @Column({ type: 'int', nullable: true })
  doors!: number | null;
}

/** Its rows are not restored, by any path. */
@ChildEntity()
@Restore(false)
class Bike extends Vehicle {
  @Column({ type: 'int', nullable: true })
  gears!: number | null;
}

@Entity()
@Restore()
class Seat {
  @PrimaryColumn({ type: 'int' })
  row!: number;

  @PrimaryColumn({ type: 'varchar', length: 10 })
  place!: string;

  @DeleteDateColumn()
  deletedAt!: Date | null;
}

const asked: string[] = [];
const fixture: Fixture = {
  entities: [Vehicle, Car, Bike, Seat],
  options: {
    hooks: [
      hooksFor(Car, {
        allow: ({ operation }: AllowRequest) => {
          asked.push(operation);
          return true;
        },
        before: { update: ({ stored }) => void asked.push(`update car ${stored.id}`) },
      }),
    ],
  },
  async fill(dataSource) {
    await dataSource.getRepository(Vehicle).insert([{}]);
    await dataSource.getRepository(Car).insert([{ doors: 3 }, { doors: 5 }]);
    await dataSource.getRepository(Bike).insert([{ gears: 7 }, { gears: 21 }]);
    await dataSource.getRepository(Vehicle).update([1, 2, 4], { deletedAt: longAgo });
    await dataSource.getRepository(Seat).insert([{ row: 1, place: 'a,b' }]);
    await dataSource.getRepository(Seat).update({ row: 1 }, { deletedAt: longAgo });
  },
};

forEachDatabase(fixture, (stage) => {
  test('the class of a deleted row is found through its parent, with its hooks', async () => {
    asked.length = 0;
    const { json } = await stage.client.send('POST', '/vehicles/2/restore');
    expect(json).toEqual({ id: 2, kind: 'Car', doors: 3, edges: {} });
    expect(asked).toEqual(['restore', 'update car 2']);
    expect((await stage.client.send('POST', '/vehicles/1/restore')).json).toMatchObject({ id: 1 });
  });

  test('a row of a class that is not restored is not there, by any path', async () => {
    expectProblem(await stage.client.send('POST', '/vehicles/4/restore'), 404, 'not_found');
    expectProblem(await stage.client.send('POST', '/bikes/4/restore'), 404, 'not_found');
    expectProblem(await stage.client.get('/vehicles/4?deleted=with'), 404, 'not_found');
    expectProblem(await stage.client.send('POST', '/cars/4/restore'), 404, 'not_found');
    expectProblem(await stage.client.send('POST', '/cars/1/restore'), 404, 'not_found');
  });

  test('lists of the parent show deleted rows of the classes that are restored', async () => {
    const list = async (query: string) => valuesOf(await stage.client.get(`/vehicles?sort=id${query}`), 'id');
    expect(await list('&deleted=only')).toEqual([1, 2]);
    expect(await list('&deleted=with')).toEqual([1, 2, 3, 5]);
    expect(await list('')).toEqual([3, 5]);
    expect(valuesOf(await stage.client.get('/cars?deleted=only'), 'id')).toEqual([2]);
    expectProblem(await stage.client.get('/bikes?deleted=only'), 400, 'invalid_request');
  });

  test('the methods of a row are those without the restore', async () => {
    expect((await stage.client.send('OPTIONS', '/cars/3')).headers.allow).toBe(
      'GET, HEAD, PATCH, DELETE, OPTIONS',
    );
    expect((await stage.client.send('POST', '/vehicles/3')).headers.allow).toBe(
      'GET, HEAD, PATCH, DELETE, OPTIONS',
    );
  });

  test('a key of several columns', async () => {
    expectProblem(await stage.client.get('/seats/1,a%252Cb'), 404, 'not_found');
    expect((await stage.client.get('/seats/1,a%252Cb?deleted=with')).status).toBe(200);
    const answer = await stage.client.send('POST', '/seats/1,a%252Cb/restore');
    expect(answer.json).toEqual({ row: 1, place: 'a,b', deletedAt: null, edges: {} });
    expect((await stage.client.get('/seats/1,a%252Cb')).status).toBe(200);
  });

  test('the document has the operation and the parameter where they are', () => {
    const { paths = {}, components } = openApiDocument(
      createApi(stage.dataSource, { logger: new ServerLog() }),
    );
    expect(paths['/vehicles/{id}/restore']?.post).toMatchObject({
      operationId: 'restore_vehicle',
      summary: 'Restore a Vehicle',
      tags: ['Vehicle'],
    });
    expect(paths['/vehicles/{id}/restore']?.post).not.toHaveProperty('requestBody');
    expect(Object.keys(paths['/vehicles/{id}/restore']?.post?.responses ?? {}).sort()).toEqual([
      '200',
      '400',
      '404',
      '406',
      '409',
      '431',
      '500',
      '503',
      '504',
    ]);
    expect(paths['/bikes/{id}/restore']).toBeUndefined();
    const parametersOf = (path: string) => JSON.stringify(paths[path]?.get?.parameters);
    expect(parametersOf('/vehicles')).toContain('"#/components/parameters/DeletedEntities"');
    expect(parametersOf('/vehicles/{id}')).toContain('"#/components/parameters/DeletedEntity"');
    expect(parametersOf('/bikes')).not.toContain('Deleted');
    expect(components?.schemas?.DeletedRows).toMatchObject({ enum: ['only', 'with'] });
    expect(JSON.stringify(components?.parameters?.DeletedEntity)).toContain('"with"');
    expect(JSON.stringify(components)).not.toContain('deleted=');
  });
});

/** The problems of an API of these classes. */
async function findProblems(entities: readonly (abstract new () => object)[]): Promise<string> {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: [...entities] as (new () => object)[],
  });
  await dataSource.initialize();
  try {
    createApi(dataSource, { logger: new ServerLog() });
    return '';
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return error.message;
  } finally {
    await dataSource.destroy();
  }
}

describe('mistakes', () => {
  test('a class without a delete date', async () => {
    @Entity()
    @Restore()
    class Plain {
      @PrimaryGeneratedColumn()
      id!: number;
    }
    expect(await findProblems([Plain])).toContain(
      '- Plain @Restore: the class has no @DeleteDateColumn(): deleted rows are gone. Add a column with @DeleteDateColumn(), or remove the annotation.',
    );
  });

  test('@Restore(false) on a class without a delete date says what is so', async () => {
    @Entity()
    @Restore(false)
    class Plain {
      @PrimaryGeneratedColumn()
      id!: number;
    }
    expect(await findProblems([Plain])).toBe('');
  });

  test('an edge with the path of the restore', async () => {
    @Entity()
    @Restore()
    class Folder {
      @PrimaryGeneratedColumn()
      id!: number;

      @DeleteDateColumn()
      deletedAt!: Date | null;

      @OneToMany(() => Sheet, (sheet) => sheet.folder)
      restore!: Relation<Sheet[]>;
    }

    @Entity()
    class Sheet {
      @PrimaryGeneratedColumn()
      id!: number;

      @ManyToOne(() => Folder, (folder) => folder.restore, { nullable: true })
      folder!: Relation<Folder> | null;
    }

    expect(await findProblems([Folder, Sheet])).toContain(
      "- Folder.restore @Restore: has the same path '/restore' as the endpoint that restores a row.",
    );
  });

  test('the annotation on a member, and with another argument', async () => {
    @Entity()
    class Odd {
      @PrimaryGeneratedColumn()
      id!: number;

      @DeleteDateColumn()
      // @ts-expect-error It is for classes.
      @Restore()
      deletedAt!: Date | null;
    }
    // @ts-expect-error It takes a boolean.
    Restore('yes')(Odd);
    const problems = await findProblems([Odd]);
    expect(problems).toContain('Odd.deletedAt @Restore: cannot be used on a field');
    expect(problems).toContain('Odd @Restore: ');
  });

  test('a class without other writes can be restored', async () => {
    @Entity()
    @Restore()
    @IncludeOperations('read')
    class Kept {
      @PrimaryGeneratedColumn()
      id!: number;

      @DeleteDateColumn()
      deletedAt!: Date | null;
    }
    expect(await findProblems([Kept])).toBe('');
  });
});
