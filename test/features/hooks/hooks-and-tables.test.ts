// Hooks on entities that are not plain tables with an id of their own: embedded columns, keys of several columns, rows that
// are only marked as deleted, foreign keys with a property, schemas instead of decorators, listeners beside hooks.
import { hooksFor, type Hooks } from '@decorest/core';
import {
  BeforeInsert,
  BeforeUpdate,
  Column,
  DeleteDateColumn,
  Entity,
  EntitySchema,
  EntitySchemaOptions,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type DataSource,
} from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

class Size {
  @Column({ default: 1 })
  width!: number;

  @Column({ default: 1 })
  height!: number;
}

@Entity()
class Box {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column(() => Size)
  size!: Size;

  /** Who was there, in their order. */
  @Column({ default: '' })
  trace!: string;

  @DeleteDateColumn()
  gone!: Date | null;

  @BeforeInsert()
  beforeInsert() {
    this.trace += ' listener';
  }

  @BeforeUpdate()
  beforeUpdate() {
    this.trace += ' listener';
  }
}

@Entity()
class Seat {
  @PrimaryColumn({ type: 'int' })
  row!: number;

  @PrimaryColumn({ type: 'int' })
  place!: number;

  @Column({ default: '' })
  label!: string;
}

/** Its foreign key is a property, and its relation loaded wherever TypeORM loads it. */
@Entity()
class Lid {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ default: '' })
  colour!: string;

  @Column({ type: 'int' })
  boxId!: number;

  @ManyToOne(() => Box, { eager: true })
  box!: Box;
}

/** Its foreign key is a property, and may be NULL. */
@Entity()
class Shelf {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', nullable: true })
  boxId!: number | null;

  @ManyToOne(() => Box, { nullable: true })
  box!: Box | null;
}

class Label {
  id!: number;
  text!: string;
}

const labels = new EntitySchema<Label>(
  Object.assign(new EntitySchemaOptions<Label>(), {
    name: 'Label',
    target: Label,
    columns: { id: { type: Number, primary: true, generated: true }, text: { type: String } },
  }),
);

const warehouse: Fixture = {
  entities: [Box, Seat, Lid, Shelf, labels],
  options: {},
  fill: async ({ manager }: DataSource) => {
    await manager.insert(Box, [{ trace: 'first' }, { trace: 'second' }]);
    await manager.insert(Lid, { boxId: 1 });
    await manager.insert(Shelf, { boxId: 1 });
    await manager.insert(Label, { text: 'fragile' });
  },
};

forEachDatabase(warehouse, (stage) => {
  const hooked = (...hooks: Hooks[]) => DirectClient.of(stage.dataSource, { hooks });

  test('hooks come before listeners, and both write', async () => {
    const client = hooked(
      hooksFor<Box>(Box, {
        before: {
          create: ({ entity }) => void (entity.trace = 'hook'),
          update: ({ entity }) => void (entity.trace += ', hook'),
        },
      }),
    );
    expect((await client.post('/boxes', {})).json).toMatchObject({ id: 3, trace: 'hook listener' });
    expect((await client.patch('/boxes/1', {})).json).toMatchObject({ trace: 'first, hook listener' });
  });

  test('what a hook sets in embedded columns is written, what it leaves is kept', async () => {
    const client = hooked(
      hooksFor<Box>(Box, {
        before: {
          create: ({ entity }) => void (entity.size = Object.assign(new Size(), { width: 7 })),
          update: ({ entity, stored }) => void (entity.size.height = stored.size.width + 1),
        },
      }),
    );
    expect((await client.post('/boxes', {})).json).toMatchObject({ size: { width: 7, height: 1 } });
    expect((await client.patch('/boxes/3', {})).json).toMatchObject({ size: { width: 7, height: 8 } });
  });

  test('hooks run when a row is marked as deleted, and not for one that already was', async () => {
    const told: string[] = [];
    const client = hooked(
      hooksFor<Box>(Box, {
        before: {
          update: () => void told.push('update'),
          delete: ({ entity }) => void told.push(entity.trace),
        },
        after: {
          delete: async ({ entity: { id }, manager }) => {
            told.push(`then ${String(await manager.countBy(Box, { id }))}`);
          },
        },
      }),
    );
    expect((await client.delete('/boxes/1')).status).toBe(204);
    expectProblem(await client.delete('/boxes/1'), 404, 'not_found');
    expectProblem(await client.patch('/boxes/1', { trace: 'x' }), 404, 'not_found');
    expect(told).toEqual(['first', 'then 0']);
    expect(await stage.dataSource.getRepository(Box).count({ withDeleted: true })).toBe(2);
  });

  test('a key of several columns is there before and after', async () => {
    const keys: unknown[] = [];
    const client = hooked(
      hooksFor<Seat>(Seat, {
        before: {
          create: ({ entity }) => void (entity.label = `${String(entity.row)}-${String(entity.place)}`),
        },
        after: { create: ({ entity: { row, place } }) => void keys.push([row, place]) },
      }),
    );
    expect(await client.post('/seats', { row: 4, place: 12 })).toMatchObject({
      status: 201,
      json: { row: 4, place: 12, label: '4-12' },
    });
    expect(keys).toEqual([[4, 12]]);
  });

  test('a foreign key with a property is what the body and the hook say, whatever TypeORM loads with it', async () => {
    const absent: unknown[] = [];
    const client = hooked(
      hooksFor<Lid>(Lid, {
        before: {
          update: ({ entity, stored }) => {
            absent.push(stored.box);
            if (entity.colour !== 'red') return;
            absent.push(entity.box);
            entity.boxId = 2;
          },
        },
      }),
    );
    expect((await client.patch('/lids/1', { box: 2 })).json).toMatchObject({ boxId: 2 });
    expect((await client.patch('/lids/1', { box: 1 })).json).toMatchObject({ boxId: 1 });
    expect((await client.patch('/lids/1', { colour: 'red' })).json).toMatchObject({ boxId: 2 });
    expect(absent).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('an edge is cleared whose foreign key has a property', async () => {
    const seen: unknown[] = [];
    const client = hooked(
      hooksFor<Shelf>(Shelf, {
        before: { update: ({ entity }) => void seen.push(entity.boxId, entity.box) },
      }),
    );
    expect((await client.patch('/shelves/1', { box: 2 })).json).toMatchObject({ boxId: 2 });
    expect((await client.patch('/shelves/1', { box: null })).json).toMatchObject({ boxId: null });
    expect(seen).toMatchObject([2, { id: 2 }, null, null]);
  });

  test('an entity that is a schema has hooks by its class', async () => {
    const client = hooked(
      hooksFor<Label>(Label, {
        before: {
          create: ({ entity }) => {
            expect(entity).toBeInstanceOf(Label);
            entity.text += '!';
          },
          update: ({ entity }) => void (entity.text += '?'),
        },
      }),
    );
    expect((await client.post('/labels', { text: 'up' })).json).toMatchObject({ text: 'up!' });
    expect((await client.patch('/labels/1', { text: 'down' })).json).toMatchObject({ text: 'down?' });
  });
});
