// Who did what: written by audit-subscriber.ts, never part of the API.
import { Skip } from '@decorest/core';
import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Festival } from './festival.js';

@Entity()
@Skip()
export class AuditEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 120 })
  deed!: string;

  @ManyToOne(() => Festival, (festival) => festival.auditEntries, { nullable: true })
  festival!: Relation<Festival> | null;
}
