// Money on a wrist: a bigint key that is given and not made, the owning side of a one-to-one edge, a transformer.
import {
  EdgeEndpoint,
  IncludeOperations,
  OperationCreate,
  OperationList,
  OperationRead,
  OperationUpdate,
  Schema,
} from '@decorest/core';
import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { euros } from './euros.js';
import { Visitor } from './visitor.js';

@Entity()
@IncludeOperations(OperationCreate, OperationRead, OperationUpdate, OperationList)
export class Wristband {
  /** The number of the chip inside. */
  @PrimaryColumn({ type: 'bigint' })
  id!: string;

  @Column({ type: 'int', default: 0, transformer: euros })
  @Schema({ type: 'number', minimum: 0, maximum: 1000 })
  balance!: number;

  @OneToOne(() => Visitor, (visitor) => visitor.wristband, { nullable: true })
  @JoinColumn()
  @EdgeEndpoint(false)
  visitor!: Relation<Visitor> | null;
}
