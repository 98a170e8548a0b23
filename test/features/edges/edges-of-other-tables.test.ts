// Where a relation names a property of the other class that leads elsewhere, the foreign key is compared with ids of another
// table: this is a mistake, found at the start.
import { createApi, Skip } from '@decorest/core';
import {
  ChildEntity,
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  TableInheritance,
  type Relation,
} from 'typeorm';
import { bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

@Entity()
class Vet {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity()
class Owner {
  @PrimaryGeneratedColumn() id!: number;

  @OneToMany(() => Pet, (pet) => pet.vet)
  pets!: Pet[];
}

@Entity()
class Pet {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Vet) vet!: Relation<Vet>;
}

test('an edge whose foreign key refers to another table', async () => {
  expect(await mistakesOf([Owner, Pet, Vet])).toMatchInlineSnapshot(`
    "The API cannot be built: 1 problem.
    - Owner.pets: the relation is not supported: its foreign key refers to Vet, not to Owner. Leave the edge out with @Skip()."
  `);
});

@Entity()
class Base {
  @PrimaryGeneratedColumn() id!: number;

  @OneToMany(() => Part, (part) => part.base)
  parts!: Relation<Part>[];
}

/** A table of its own, which the foreign key of the edge does not refer to. */
@Entity()
class Copy extends Base {
  @Column() name!: string;
}

@Entity()
class Part {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Base) base!: Relation<Base>;
}

test('an edge that a class with a table of its own inherits', async () => {
  expect(await mistakesOf([Base, Copy, Part])).toMatchInlineSnapshot(`
    "The API cannot be built: 1 problem.
    - Copy.parts: the relation is not supported: its foreign key refers to Base, not to Copy. Leave the edge out with @Skip()."
  `);
});

@Entity()
@TableInheritance({ column: 'kind' })
class Animal {
  @PrimaryGeneratedColumn() id!: number;
  @Column() kind!: string;

  @OneToMany(() => Toy, (toy) => toy.animal)
  toys!: Relation<Toy>[];
}

@ChildEntity()
class Dog extends Animal {
  @ManyToMany(() => Animal)
  @JoinTable()
  @Skip()
  friends!: Animal[];
}

@Entity()
class Toy {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Animal) animal!: Relation<Animal>;
  @ManyToOne(() => Dog) dog!: Relation<Dog>;
}

test('child classes share the table of their parent', async () => {
  const dataSource = await bareDataSource([Animal, Dog, Toy]);
  expect(() => createApi(dataSource, {})).not.toThrow();
  await dataSource.destroy();
});
