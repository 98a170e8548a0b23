// A member of a team, who logs in and enters hours.
import { Skip } from '@decorest/core';
import { IsEmail, Length } from 'class-validator';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Entry } from './entry.js';
import { Team } from './team.js';

export enum Role {
  /** Sees the team's projects, and enters hours of their own. */
  Member = 'MEMBER',
  /** Sees the hours of the whole team, and archives projects. */
  Lead = 'LEAD',
  /** Runs the service: sees all teams. */
  Admin = 'ADMIN',
}

@Entity()
export class Member {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80 })
  @Length(1, 80)
  fullName!: string;

  @Column({ length: 254, unique: true })
  @IsEmail()
  email!: string;

  @Column({ length: 200, select: false })
  @Skip()
  passwordHash!: string;

  @Column({ type: 'varchar', length: 10, default: Role.Member })
  role!: Role;

  @Index()
  @ManyToOne(() => Team, (team) => team.members, { nullable: false })
  team!: Relation<Team>;

  @OneToMany(() => Entry, (entry) => entry.member)
  entries!: Entry[];
}
