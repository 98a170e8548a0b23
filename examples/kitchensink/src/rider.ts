// What an act wants backstage: a one-to-one edge that is required on the side that owns it.
import { EagerLoad, ExcludeOperations, OperationDelete } from '@decorest/core';
import { Column, Entity, JoinColumn, OneToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Act } from './act.js';

@Entity()
@ExcludeOperations(OperationDelete)
export class Rider {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'text' })
  wishes!: string;

  @OneToOne(() => Act, (act) => act.rider, { nullable: false })
  @JoinColumn()
  @EagerLoad()
  act!: Relation<Act>;
}
