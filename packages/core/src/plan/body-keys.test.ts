// Copies of bodies: all keys that a body of the entity may have, and no more unknown ones than an answer lists.
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { NestedCreate } from '../annotation/exposure-annotation.js';
import { planRequests } from '../../../../test/support/plan-request.js';

@Entity()
class Shelf {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  label!: string;

  @OneToMany(() => Book, ({ shelf }) => shelf)
  @NestedCreate()
  books!: Relation<Book>[];
}

@Entity()
class Book {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  title!: string;

  @Index()
  @ManyToOne(() => Shelf, ({ books }) => books, { nullable: true })
  shelf!: Relation<Shelf> | null;
}

const strays = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
const body = (count: number) => ({
  ...strays(count),
  label: 'Top',
  books: [
    { ...strays(count), title: 'Emma' },
    { title: 'Ulysses', ...strays(count) },
  ],
});

test.each([[1], [100], [101], [20_000]])('%i keys that are ignored change nothing', async (count) => {
  const planner = await planRequests([Shelf, Book], { strictMutate: false });
  expect(await planner.plan('POST /shelves', body(count))).toEqual(
    await planner.plan('POST /shelves', body(0)),
  );
});

test.each([
  [1, 3],
  [33, 99],
  [34, 100],
  [20_000, 100],
])('of %i unknown keys at each place %i are listed', async (count, listed) => {
  const planner = await planRequests([Shelf, Book]);
  const faults = await planner.faults('POST /shelves', body(count));
  expect(faults).toHaveLength(listed);
  expect(faults.every((fault) => fault.endsWith(' unknown_key'))).toBe(true);
  expect(faults.slice(0, Math.min(count, 100))).toEqual(
    Object.keys(strays(Math.min(count, 100))).map((key) => `/${key} unknown_key`),
  );
});
