// Edges of an entity to others of its own class, and policies that ask for them: statements that change a table and look
// into it, which MySQL refuses in most of their forms.
import { EagerLoad, EdgeUpdateBulk, policyFor, type ApiOptions, type PolicyRequest } from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
class Folder {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Folder, (folder) => folder.children, { nullable: true })
  @EagerLoad()
  parent!: Relation<Folder> | null;
  @OneToMany(() => Folder, (folder) => folder.parent) @EagerLoad() @EdgeUpdateBulk() children!: Folder[];
  @OneToOne(() => Folder, { nullable: true })
  @JoinColumn()
  @EagerLoad()
  next!: Relation<Folder> | null;
  @ManyToMany(() => Folder) @JoinTable() @EagerLoad() @EdgeUpdateBulk() links!: Folder[];
}

/** Its rows are kept when they are deleted. */
@Entity()
class Draft {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Draft, { nullable: true }) @EagerLoad() earlier!: Relation<Draft> | null;
  @DeleteDateColumn() gone!: Date | null;
}

const fixture: Fixture = {
  entities: [Folder, Draft],
  options: {},
  fill: async (dataSource) => {
    const folders = dataSource.getRepository(Folder);
    await folders.insert(['top', 'a', 'b', 'c'].map((name) => ({ name })));
    await folders.update([2, 3], { parent: { id: 1 } });
    const drafts = dataSource.getRepository(Draft);
    await drafts.insert([{ name: 'first' }, { name: 'second', earlier: { id: 1 } }]);
  },
};

type Json = Readonly<Record<string, unknown>>;

forEachDatabase(fixture, (stage) => {
  const clientWith = (options: ApiOptions) => DirectClient.of(stage.dataSource, options);

  /** Ids of what the edges of a folder lead to. */
  async function edgesOf(id: number): Promise<Json> {
    const { edges } = (await clientWith({}).get(`/folders/${id}`)).json as { edges: Json };
    const idsOf = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(idsOf) : ((value as Json | null)?.id ?? null);
    return Object.fromEntries(Object.entries(edges).map(([name, value]) => [name, idsOf(value)]));
  }

  const bare = { parent: null, children: [], next: null, links: [] };

  test.each<[string, unknown, number, Json]>([
    ['a unique edge is set', { parent: 1 }, 4, { ...bare, parent: 1 }],
    ['a unique edge is set to the entity itself', { parent: 4 }, 4, { ...bare, parent: 4, children: [4] }],
    ['a unique edge is cleared', { parent: null }, 2, bare],
    ['a one-to-one edge is set', { next: 3 }, 4, { ...bare, next: 3 }],
    ['several at once, and a column', { name: 'x', parent: 3, next: 2 }, 4, { ...bare, parent: 3, next: 2 }],
    ['rows are added', { add_children: [4] }, 1, { ...bare, children: [2, 3, 4] }],
    ['rows are freed', { remove_children: [2] }, 1, { ...bare, children: [3] }],
    ['all rows are replaced', { children: [3, 4] }, 1, { ...bare, children: [3, 4] }],
    ['all rows are freed', { children: [] }, 1, bare],
    ['links are added', { add_links: [1, 4] }, 4, { ...bare, links: [1, 4] }],
    ['links are replaced', { links: [2, 3] }, 4, { ...bare, links: [2, 3] }],
    ['links are removed', { links: [] }, 4, bare],
  ])('PATCH: %s', async (_, body, id, expected) => {
    expect((await stage.client.patch(`/folders/${id}`, body)).status).toBe(200);
    expect(await edgesOf(id)).toEqual(expected);
  });

  test('POST: each of them at once', async () => {
    const body = { name: 'new', parent: 1, next: 2, children: [4], links: [1, 2] };
    expect((await stage.client.post('/folders', body)).status).toBe(201);
    expect(await edgesOf(5)).toEqual({ parent: 1, next: 2, children: [4], links: [1, 2] });
  });

  test('an id that leads nowhere is refused', async () => {
    expectProblem(await stage.client.patch('/folders/2', { parent: 99 }), 400, 'invalid_request');
    expect(await edgesOf(2)).toEqual({ ...bare, parent: 1 });
  });

  test('rows that are deleted softly lead nowhere, and are marked where a statement looks at their own table', async () => {
    expect((await stage.client.patch('/drafts/2', { earlier: null })).status).toBe(200);
    expect((await stage.client.delete('/drafts/1')).status).toBe(204);
    expectProblem(await stage.client.patch('/drafts/2', { earlier: 1 }), 400, 'invalid_request');
  });

  describe('policies that look at the class itself', () => {
    const within = (state: number) =>
      clientWith({
        policies: [
          policyFor(Folder, (request: PolicyRequest<number>) => [
            { parent: { id: request.state } },
            { children: { parent: request.state } },
            { links: request.state },
            { id: request.state },
          ]),
          policyFor(Draft, (request: PolicyRequest<number>) => ({ earlier: { id: request.state } })),
        ],
      }).as(state);

    test('rows within reach are changed and deleted', async () => {
      const client = within(1);
      expect((await client.patch('/folders/2', { name: 'x' })).json).toMatchObject({ name: 'x' });
      expect((await client.patch('/folders/2', { next: 3 })).status).toBe(200);
      expect((await client.patch('/folders/1', { children: [3] })).status).toBe(403);
      expect((await client.patch('/folders/1', { add_links: [2, 3], name: 'y' })).status).toBe(200);
      expect((await client.patch('/folders/1', { links: [3] })).status).toBe(200);
      expect(await edgesOf(1)).toEqual({ ...bare, children: [2, 3], links: [3] });
      expect((await client.patch('/folders/1', { remove_links: [3] })).status).toBe(200);
      expect((await client.patch('/drafts/2', { name: 'z' })).json).toMatchObject({ name: 'z' });
      expect((await client.delete('/drafts/2')).status).toBe(204);
      expect((await client.patch('/folders/2', { next: null })).status).toBe(200);
      expect((await client.delete('/folders/3')).status).toBe(204);
    });

    test('rows out of reach are not', async () => {
      const client = within(1);
      for (const answer of [
        await client.patch('/folders/4', { name: 'x' }),
        await client.delete('/folders/4'),
        await client.delete('/drafts/1'),
      ])
        expectProblem(answer, 404, 'not_found');
      expectProblem(await client.patch('/folders/2', { next: 4 }), 400, 'invalid_request');
    });

    test('links to rows out of reach stay when those within reach are replaced', async () => {
      expect((await stage.client.patch('/folders/2', { links: [1, 3, 4] })).status).toBe(200);
      expect((await within(1).patch('/folders/2', { links: [3] })).status).toBe(200);
      expect(await edgesOf(2)).toEqual({ ...bare, parent: 1, links: [3, 4] });
    });
  });
});
