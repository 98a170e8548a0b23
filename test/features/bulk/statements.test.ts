// The statements of requests for many rows: as few as the work needs, in one transaction.
import { Bulk, Filter, policyFor } from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  ManyToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
@Bulk()
class Crate {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20, unique: true })
  @Filter('eq', 'prefix')
  name!: string;

  @Column({ type: 'int', default: 0 })
  weight!: number;

  @ManyToOne(() => Crate, { nullable: true })
  inside!: Relation<Crate> | null;

  @VersionColumn()
  version!: number;

  @UpdateDateColumn()
  updated!: Date;
}

@Entity()
@Bulk()
class Letter {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  text!: string;

  @VersionColumn()
  version!: number;

  @DeleteDateColumn()
  deleted!: Date | null;
}

const fixture: Fixture = {
  entities: [Crate, Letter],
  options: {},
  fill: async (dataSource) => {
    await dataSource.getRepository(Crate).insert(['a1', 'a2', 'b1'].map((name) => ({ name })));
    await dataSource.getRepository(Letter).insert(['x', 'y', 'z'].map((text) => ({ text })));
  },
};

/** The verbs of the statements, without those that begin and end transactions. */
function verbs({ statements }: Stage): string[] {
  return statements.texts
    .flatMap((text) => text.split('; '))
    .map((text) => text.trim().split(' ', 1).join().toUpperCase())
    .filter((verb) => ['SELECT', 'INSERT', 'UPDATE', 'DELETE'].includes(verb));
}

const repeat = (verb: string, times: number) => Array<string>(times).fill(verb);

forEachDatabase(fixture, (stage) => {
  test('a create takes the INSERTs of single ones, and one read of all rows', async () => {
    stage.statements.clear();
    await stage.client.post('/crates', { name: 'c0' });
    const single = verbs(stage);
    stage.statements.clear();
    const answer = await stage.client.post(
      '/crates/bulk',
      ['c1', 'c2', 'c3'].map((name) => ({ name })),
    );
    expect(answer.status).toBe(201);
    const inserts = single.filter((verb) => verb !== 'SELECT');
    expect(verbs(stage)).toEqual([...inserts, ...inserts, ...inserts, 'SELECT']);
    expect(stage.statements.texts.filter((text) => /^BEGIN|^START/i.test(text))).toHaveLength(1);
  });

  test('an update by filters selects and locks rows, then writes them by their ids', async () => {
    stage.statements.clear();
    const answer = await stage.client.patch('/crates?name.prefix=a', { weight: 3 });
    expect(answer.json).toEqual({ affected: 2 });
    expect(verbs(stage)).toEqual(['SELECT', 'UPDATE']);
    const [select = '', update = ''] = stage.statements.texts.filter((text) => /^(SELECT|UPDATE)/.test(text));
    expect(/ FOR (NO KEY )?UPDATE$/.test(select)).toBe(
      stage.database !== 'sqlite' && stage.database !== 'sqlite3',
    );
    expect(select).toMatch(/ORDER BY .* LIMIT /);
    expect(update).not.toMatch(/name/);
    const crates = await stage.dataSource.getRepository(Crate).find({ order: { id: 'ASC' } });
    expect(crates.map(({ version, weight }) => [version, weight])).toEqual([
      [2, 3],
      [2, 3],
      [1, 0],
    ]);
  });

  test('an update that finds no row writes nothing', async () => {
    stage.statements.clear();
    await stage.client.patch('/crates?name.eq=none', { weight: 3 });
    expect(verbs(stage)).toEqual(['SELECT']);
  });

  test('a row of a list takes one statement', async () => {
    stage.statements.clear();
    const answer = await stage.client.patch('/crates', [
      { id: 3, weight: 1 },
      { id: 1, weight: 2, inside: 3 },
    ]);
    expect(answer.json).toEqual({ affected: 2 });
    expect(verbs(stage)).toEqual(repeat('UPDATE', 2));
    const crates = await stage.dataSource.getRepository(Crate).find({ order: { id: 'ASC' } });
    expect(crates.map(({ version }) => version)).toEqual([2, 1, 2]);
  });

  test('a delete selects, then deletes by the ids', async () => {
    stage.statements.clear();
    expect((await stage.client.delete('/crates?name.prefix=a')).json).toEqual({ affected: 2 });
    expect(verbs(stage)).toEqual(['SELECT', 'DELETE']);
  });

  test('a soft delete hides the rows and counts their versions', async () => {
    stage.statements.clear();
    expect((await stage.client.delete('/letters?id.in=1&id.in=3')).json).toEqual({ affected: 2 });
    expect(verbs(stage)).toEqual(['SELECT', 'UPDATE']);
    expect((await stage.client.delete('/letters?id.in=1&id.in=3')).json).toEqual({ affected: 0 });
    expect((await stage.client.patch('/letters?all=true', { text: 'w' })).json).toEqual({ affected: 1 });
    const letters = await stage.dataSource
      .getRepository(Letter)
      .find({ order: { id: 'ASC' }, withDeleted: true });
    expect(letters.map(({ text, version }) => [text, version])).toEqual([
      ['x', 2],
      ['w', 2],
      ['z', 2],
    ]);
  });

  test('rows that refer to each other are deleted as the database does it', async () => {
    await stage.client.patch('/crates', [{ id: 1, inside: 2 }]);
    const single = await stage.client.delete('/crates/2');
    expectProblem(single, 409, 'still_referenced');
    const both = await stage.client.delete('/crates?id.in=1&id.in=2');
    // InnoDB checks each row by itself, and the rows in the order of their ids: 1 goes first.
    expect(both.json).toEqual({ affected: 2 });
  });

  test('a foreign key may lead to the table itself', async () => {
    expect((await stage.client.patch('/crates?all=true', { inside: 1 })).json).toEqual({ affected: 3 });
    const answer = await stage.client.patch('/crates?all=true', { inside: 9 });
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ pointer: '/inside' }]);
  });
});

const guarded: Fixture = {
  ...fixture,
  options: { policies: [policyFor(Crate, () => ({ weight: [0, 1, 2] }))] },
};

describe('under a policy', () => {
  forEachDatabase(guarded, (stage) => {
    test('one statement more counts what still shows', async () => {
      stage.statements.clear();
      expect((await stage.client.patch('/crates?name.prefix=a', { weight: 1 })).json).toEqual({
        affected: 2,
      });
      expect(verbs(stage)).toEqual(['SELECT', 'UPDATE', 'SELECT']);
      stage.statements.clear();
      await stage.client.patch('/crates', [{ id: 1, weight: 2 }]);
      expect(verbs(stage)).toEqual(['UPDATE', 'SELECT']);
    });

    test('rows may not leave what the request sees', async () => {
      expectProblem(await stage.client.patch('/crates?name.prefix=a', { weight: 7 }), 403, 'forbidden');
      expectProblem(await stage.client.patch('/crates', [{ id: 1, weight: 7 }]), 403, 'forbidden');
      const answer = await stage.client.post('/crates/bulk', [{ name: 'c1' }, { name: 'c2', weight: 7 }]);
      expect(expectProblem(answer, 403, 'forbidden')).toMatchObject([{ pointer: '/1', code: 'not_allowed' }]);
      expect(await stage.dataSource.getRepository(Crate).countBy({ weight: 0 })).toBe(3);
      expect(await stage.dataSource.getRepository(Crate).count()).toBe(3);
    });

    test('hidden rows are neither matched nor counted', async () => {
      await stage.dataSource.getRepository(Crate).update({ id: 2 }, { weight: 50 });
      const listed = await stage.client.patch('/crates', [
        { id: 1, weight: 1 },
        { id: 2, weight: 1 },
      ]);
      expect(expectProblem(listed, 400, 'invalid_request')).toMatchObject([
        { pointer: '/1/id', code: 'not_found' },
      ]);
      expect((await stage.client.patch('/crates?all=true&max_affected=2', { weight: 1 })).json).toEqual({
        affected: 2,
      });
      expect((await stage.client.delete('/crates?id.eq=2')).json).toEqual({ affected: 0 });
      expect((await stage.client.delete('/crates?all=true')).json).toEqual({ affected: 2 });
      expect(await stage.dataSource.getRepository(Crate).count()).toBe(1);
    });
  });
});
