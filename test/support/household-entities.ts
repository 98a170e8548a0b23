// Users and what is created under them, by edges of each kind: their foreign keys visible, hidden, and not settable on create,
// join tables from either side, keys of several columns, and several classes in one table.
import {
  AllowClientIDs,
  EagerLoad,
  EdgeCreate,
  ExcludeOperations,
  OperationCreate,
  Skip,
} from '@decorest/core';
import { MaxLength } from 'class-validator';
import {
  ChildEntity,
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  Unique,
  VersionColumn,
  type DataSource,
  type Relation,
} from 'typeorm';

@Entity()
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @VersionColumn()
  version!: number;

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @OneToMany(() => Pet, ({ owner }) => owner)
  @EdgeCreate()
  pets!: Relation<Pet>[];

  @OneToMany(() => Note, ({ author }) => author)
  @EdgeCreate()
  notes!: Relation<Note>[];

  @OneToMany(() => Task, ({ owner }) => owner)
  @EdgeCreate()
  tasks!: Relation<Task>[];

  @OneToMany(() => Vehicle, ({ owner }) => owner)
  @EdgeCreate()
  vehicles!: Relation<Vehicle>[];

  @ManyToMany(() => Club, ({ members }) => members)
  @JoinTable()
  @EdgeCreate()
  clubs!: Relation<Club>[];
}

@Entity()
@AllowClientIDs()
@Unique(['owner', 'name'])
export class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  @MaxLength(12, { message: 'A pet has a short name.' })
  name!: string;

  @Column({ type: 'int', nullable: true })
  age!: number | null;

  @ManyToOne(() => User, ({ pets }) => pets, { nullable: true })
  @EagerLoad()
  owner!: Relation<User> | null;

  @ManyToOne(() => User, { nullable: true })
  sitter!: Relation<User> | null;

  @ManyToMany(() => Toy)
  @JoinTable()
  @EagerLoad()
  @EdgeCreate()
  toys!: Relation<Toy>[];
}

/** Its author does not show. */
@Entity()
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  text!: string;

  @ManyToOne(() => User, ({ notes }) => notes, { nullable: false })
  @Skip()
  author!: Relation<User>;
}

/** Clients cannot choose its owner. */
@Entity()
export class Task {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  title!: string;

  @ManyToOne(() => User, ({ tasks }) => tasks, { nullable: false })
  @ExcludeOperations(OperationCreate)
  @EagerLoad()
  owner!: Relation<User>;
}

@Entity()
export class Club {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @ManyToMany(() => User, ({ clubs }) => clubs)
  @EdgeCreate()
  members!: Relation<User>[];
}

@Entity()
export class Toy {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'varchar', length: 20 })
  label!: string;
}

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
export class Vehicle {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  plate!: string;

  @ManyToOne(() => User, ({ vehicles }) => vehicles, { nullable: true })
  @EagerLoad()
  owner!: Relation<User> | null;

  @OneToMany(() => Repair, ({ vehicle }) => vehicle)
  @EdgeCreate()
  repairs!: Relation<Repair>[];
}

@ChildEntity()
export class Car extends Vehicle {
  @Column({ type: 'int' })
  doors!: number;
}

@ChildEntity()
export class Bike extends Vehicle {
  @Column({ type: 'int', nullable: true })
  gears!: number | null;
}

@Entity()
export class Repair {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  part!: string;

  @ManyToOne(() => Vehicle, ({ repairs }) => repairs, { nullable: true })
  vehicle!: Relation<Vehicle> | null;
}

@Entity()
export class Building {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  street!: string;

  @PrimaryColumn({ type: 'int' })
  number!: number;

  @OneToMany(() => Room, ({ building }) => building)
  @EdgeCreate()
  rooms!: Relation<Room>[];
}

/** Its key begins with that of its building. */
@Entity()
export class Room {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  street!: string;

  @PrimaryColumn({ type: 'int' })
  number!: number;

  @PrimaryColumn({ type: 'int' })
  door!: number;

  @ManyToOne(() => Building, ({ rooms }) => rooms)
  @JoinColumn([
    { name: 'street', referencedColumnName: 'street' },
    { name: 'number', referencedColumnName: 'number' },
  ])
  building!: Relation<Building>;

  /** Stands in the same street. */
  @ManyToOne(() => Building, { nullable: true })
  @JoinColumn([
    { name: 'street', referencedColumnName: 'street' },
    { name: 'annexNumber', referencedColumnName: 'number' },
  ])
  annex!: Relation<Building> | null;
}

export const householdEntities = [
  User,
  Pet,
  Note,
  Task,
  Club,
  Toy,
  Vehicle,
  Car,
  Bike,
  Repair,
  Building,
  Room,
];

export const toyId = '6f9619ff-8b86-4011-b42d-00c04fc964ff';

/** Ada and Ben; Cleo is deleted. Ada owns Rex; a car and a bike. */
export async function fillHousehold(dataSource: DataSource): Promise<void> {
  const insert = async (entity: new () => object, rows: object[]) => {
    await dataSource.getRepository(entity).insert(rows);
  };
  await insert(User, [{ name: 'Ada' }, { name: 'Ben' }, { name: 'Cleo', deletedAt: new Date(0) }]);
  await insert(Pet, [{ name: 'Rex', owner: { id: 1 } }]);
  await insert(Club, [{ name: 'Chess' }, { name: 'Go' }]);
  await insert(Toy, [{ id: toyId, label: 'Ball' }]);
  await insert(Car, [{ plate: 'A 1', doors: 4, owner: { id: 1 } }]);
  await insert(Bike, [{ plate: 'B 2', gears: 3 }]);
  await insert(Building, [
    { street: 'Main', number: 1 },
    { street: 'Main', number: 2 },
    { street: 'Side', number: 1 },
  ]);
}
