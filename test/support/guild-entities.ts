// Members and what is created with them in one body: an edge of each kind, several classes in one table, and a key that holds
// the key of its parent.
import { EagerLoad, EdgeCreate, NestedCreate, Schema } from '@decorest/core';
import { MaxLength } from 'class-validator';
import {
  ChildEntity,
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  type DataSource,
  type Relation,
} from 'typeorm';

@Entity()
export class Team {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20, unique: true })
  name!: string;

  @OneToMany(() => Member, ({ team }) => team)
  members!: Relation<Member>[];
}

@Entity()
export class Passport {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  code!: string;

  @OneToOne(() => Member, ({ passport }) => passport)
  holder!: Relation<Member> | null;
}

@Entity()
export class Member {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20, unique: true })
  name!: string;

  @ManyToOne(() => Team, ({ members }) => members, { nullable: false })
  @NestedCreate()
  @EagerLoad()
  team!: Relation<Team>;

  @OneToOne(() => Passport, ({ holder }) => holder, { nullable: true })
  @JoinColumn()
  @NestedCreate()
  @EagerLoad()
  passport!: Relation<Passport> | null;

  @OneToOne(() => Badge, ({ member }) => member)
  @NestedCreate()
  @EagerLoad()
  badge!: Relation<Badge> | null;

  @OneToMany(() => Pet, ({ owner }) => owner)
  @NestedCreate()
  @EdgeCreate()
  @EagerLoad()
  pets!: Relation<Pet>[];

  @OneToMany(() => Vehicle, ({ owner }) => owner)
  @NestedCreate()
  @EagerLoad()
  vehicles!: Relation<Vehicle>[];

  @ManyToMany(() => Club, ({ members }) => members)
  @JoinTable()
  @NestedCreate()
  @EagerLoad()
  clubs!: Relation<Club>[];
}

@Entity()
export class Badge {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  label!: string;

  @OneToOne(() => Member, ({ badge }) => badge, { nullable: true })
  @JoinColumn()
  member!: Relation<Member> | null;
}

@Entity()
export class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20, unique: true })
  @MaxLength(12, { message: 'A pet has a short name.' })
  name!: string;

  @Column({ type: 'simple-json', nullable: true })
  @Schema({ type: 'object' })
  notes!: object | null;

  @ManyToOne(() => Member, ({ pets }) => pets, { nullable: true })
  owner!: Relation<Member> | null;

  @ManyToMany(() => Toy)
  @JoinTable()
  @NestedCreate()
  @EagerLoad()
  toys!: Relation<Toy>[];
}

@Entity()
export class Toy {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  label!: string;
}

@Entity()
export class Club {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20, unique: true })
  name!: string;

  @ManyToMany(() => Member, ({ clubs }) => clubs)
  members!: Relation<Member>[];
}

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
export class Vehicle {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  plate!: string;

  @ManyToOne(() => Member, ({ vehicles }) => vehicles, { nullable: true })
  owner!: Relation<Member> | null;
}

@ChildEntity()
export class Car extends Vehicle {
  @Column({ type: 'int' })
  doors!: number;
}

@Entity()
export class House {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  street!: string;

  @PrimaryColumn({ type: 'int' })
  number!: number;

  @OneToMany(() => Room, ({ house }) => house)
  @NestedCreate()
  @EagerLoad()
  rooms!: Relation<Room>[];
}

/** Its key begins with that of its house: rooms that exist cannot move. */
@Entity()
export class Room {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  street!: string;

  @PrimaryColumn({ type: 'int' })
  number!: number;

  @PrimaryColumn({ type: 'int' })
  door!: number;

  @ManyToOne(() => House, ({ rooms }) => rooms)
  @JoinColumn([
    { name: 'street', referencedColumnName: 'street' },
    { name: 'number', referencedColumnName: 'number' },
  ])
  house!: Relation<House>;

  /** Stands in the same street. */
  @ManyToOne(() => House, { nullable: true })
  @JoinColumn([
    { name: 'street', referencedColumnName: 'street' },
    { name: 'annexNumber', referencedColumnName: 'number' },
  ])
  annex!: Relation<House> | null;
}

export const guildEntities = [Team, Passport, Member, Badge, Pet, Toy, Club, Vehicle, Car, House, Room];

/** Ada is in the red team and owns Rex; Mia is free. */
export async function fillGuild(dataSource: DataSource): Promise<void> {
  const insert = async (entity: new () => object, rows: object[]) => {
    await dataSource.getRepository(entity).insert(rows);
  };
  await insert(Team, [{ name: 'Red' }]);
  await insert(Passport, [{ code: 'P1' }]);
  await insert(Member, [{ name: 'Ada', team: { id: 1 }, passport: { id: 1 } }]);
  await insert(Badge, [{ label: 'B1' }]);
  await insert(Pet, [{ name: 'Rex', owner: { id: 1 } }, { name: 'Mia' }]);
  await insert(Toy, [{ label: 'Ball' }]);
  await insert(Club, [{ name: 'Chess' }]);
  await insert(House, [
    { street: 'Main', number: 1 },
    { street: 'Side', number: 1 },
  ]);
}
