// What a constraint tells of hidden rows, and that the advice of docs/guide/policies.md is worth following.
import { AllowClientIDs, policyFor, type ApiOptions } from '@decorest/core';
import {
  Column,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  Unique,
  type DataSource,
  type Relation,
} from 'typeorm';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';

/** Its name is unique globally, its code within its team only. */
@Entity()
@AllowClientIDs()
@Unique('name_taken', ['name'])
@Unique('code_taken', ['team', 'code'])
class Shop {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  team!: string;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @Column({ type: 'varchar', length: 20 })
  code!: string;

  @OneToMany(() => Shelf, (shelf) => shelf.shop)
  shelves!: Shelf[];
}

/** Keeps its shop from being deleted. */
@Entity()
class Shelf {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  team!: string;

  @Index()
  @ManyToOne(() => Shop, (shop) => shop.shelves, { nullable: true })
  shop!: Relation<Shop> | null;
}

/** Lets its shop go. */
@Entity()
class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  team!: string;

  @Index()
  @ManyToOne(() => Shop, { nullable: true, onDelete: 'SET NULL' })
  shop!: Relation<Shop> | null;
}

const options: ApiOptions = {
  policies: [
    policyFor(Shop, () => ({ team: 'red' })),
    policyFor(Shelf, () => ({ team: 'red' })),
    policyFor(Note, () => ({ team: 'red' })),
  ],
};

async function fill({ manager }: DataSource): Promise<void> {
  await manager.insert(Shop, [
    { id: 1, team: 'red', name: 'one', code: 'a' },
    { id: 2, team: 'blue', name: 'two', code: 'b' },
    { id: 3, team: 'red', name: 'three', code: 'c' },
    { id: 4, team: 'red', name: 'four', code: 'd' },
  ]);
  await manager.insert(Shelf, [
    { id: 1, team: 'blue', shop: { id: 3 } },
    { id: 2, team: 'red', shop: { id: 2 } },
  ]);
  await manager.insert(Note, [{ id: 1, team: 'blue', shop: { id: 4 } }]);
}

onEachDatabase({ entities: [Shop, Shelf, Note], options, fill }, (stage) => {
  test('a unique value of a hidden row is taken, and the answer holds nothing else of the row', async () => {
    expect((await stage.client.get('/shops/2')).status).toBe(404);
    const answer = await stage.client.post('/shops', { id: 50, team: 'red', name: 'two', code: 'z' });
    expectProblem(answer, 409, 'already_exists');
    expect(answer.text).not.toContain('blue');
  });

  test('a value that is unique within what the policy goes by is free', async () => {
    const answer = await stage.client.post('/shops', { id: 51, team: 'red', name: 'five', code: 'b' });
    expect(answer.status).toBe(201);
  });

  test('a client that may write the column of the policy can still probe for the values of others', async () => {
    const blue = (name: string, code: string) =>
      stage.client.post('/shops', { id: 52, team: 'blue', name, code });
    expectProblem(await blue('six', 'b'), 409, 'already_exists');
    expectProblem(await blue('six', 'free'), 403, 'forbidden');
  });

  test('the id of a hidden row is taken for an id that a client chooses', async () => {
    const answer = await stage.client.post('/shops', { id: 2, team: 'red', name: 'seven', code: 'g' });
    expectProblem(answer, 409, 'already_exists');
  });

  test('a hidden row keeps the row it refers to, unless its foreign key lets go', async () => {
    expectProblem(await stage.client.delete('/shops/3'), 409, 'still_referenced');
    expect((await stage.client.delete('/shops/4')).status).toBe(204);
  });

  test('a child of a hidden parent is not to be had', async () => {
    expectProblem(await stage.client.patch('/shops/1', { add_shelves: [2] }), 409, 'edge_conflict');
  });
});

onEachDatabase(
  {
    entities: [Shop, Shelf, Note],
    options: { policies: [policyFor(Shelf, () => ({ shop: { team: 'red' } }))] },
    fill,
  },
  (stage) => {
    test('a child whose policy asks for its parent is hidden with it, as one that does not exist', async () => {
      const refused = async (id: number) => {
        const answer = await stage.client.patch('/shops/1', { add_shelves: [id] });
        expectProblem(answer, 400, 'invalid_request');
        return answer.text.replaceAll(String(id), '…');
      };
      expect(await refused(2)).toBe(await refused(99));
    });
  },
);
