// A team: who works together, and sees each other's projects.
import { Length } from 'class-validator';
import { Column, Entity, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import { Member } from './member.js';
import { Project } from './project.js';

@Entity()
export class Team {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80, unique: true })
  @Length(1, 80)
  name!: string;

  @OneToMany(() => Member, (member) => member.team)
  members!: Member[];

  @OneToMany(() => Project, (project) => project.team)
  projects!: Project[];
}
