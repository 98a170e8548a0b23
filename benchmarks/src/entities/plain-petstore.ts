// Users and pets as people declare them who have TypeORM alone.
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

@Entity({ name: 'users' })
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80, unique: true })
  username!: string;

  @Column({ type: 'varchar', name: 'display_name', length: 120 })
  displayName!: string;

  @Column({ type: 'varchar', length: 254, unique: true })
  email!: string;

  @Column({ type: 'varchar', length: 20, default: 'USER' })
  type!: string;

  @OneToMany(() => Pet, (pet) => pet.owner)
  pets!: Pet[];
}

@Entity({ name: 'pets' })
@Index(['type', 'id'])
export class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  name!: string;

  @Column({ type: 'integer' })
  age!: number;

  @Column({ type: 'varchar', length: 20 })
  type!: string;

  @ManyToOne(() => User, (user) => user.pets, { nullable: true })
  @JoinColumn({ name: 'owner_id' })
  @Index()
  owner!: Relation<User> | null;
}
