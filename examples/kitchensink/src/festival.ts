// A festival: embedded columns, JSON, lists, decimals, a listener, inherited dates and version, soft delete.
import {
  DefaultOrder,
  DefaultSort,
  Deprecated,
  Description,
  EagerLoad,
  Example,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupEqualExact,
  FilterGroupLength,
  FilterIsNil,
  OperationCreate,
  OperationDelete,
  OperationDescription,
  OperationID,
  OperationList,
  OperationSummary,
  OrderDesc,
  ReadOnly,
  Restore,
  Schema,
  SchemaObjectAny,
  Skip,
  Sortable,
  Tags,
} from '@decorest/core';
import { IsUrl, Length, Max, Min } from 'class-validator';
import {
  BeforeInsert,
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  OneToMany,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { Address } from './address.js';
import { AuditEntry } from './audit-entry.js';
import { Stage } from './stage.js';
import { Ticket } from './ticket.js';
import { Tracked } from './tracked.js';

export enum FestivalStatus {
  Draft = 'DRAFT',
  Announced = 'ANNOUNCED',
  Over = 'OVER',
}

@Entity()
@DefaultSort('startsOn')
@DefaultOrder(OrderDesc)
@Restore()
@Tags('Programme')
@Description('A few days of music in one place.')
@OperationID(OperationCreate, 'plan_festival')
@OperationSummary(OperationCreate, 'Plan a festival')
@OperationDescription(OperationDelete, 'Hides the festival; **nothing** is lost.')
@OperationSummary(OperationList, 'All festivals, the latest first')
export class Festival extends Tracked {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80, unique: true })
  @Length(1, 80)
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  @Example('Moonlight Meadow')
  name!: string;

  @Column({ length: 80 })
  @ReadOnly()
  @Filter(FilterEQ)
  slug!: string;

  @Column({ type: 'date' })
  @Filter(FilterEQ, FilterGroupLength)
  @Sortable()
  @Example('2027-07-01')
  startsOn!: string;

  @Column({ type: 'smallint', default: 3, comment: 'length in days' })
  @Min(1)
  @Max(14)
  @Filter(FilterGroupLength, FilterGroupArray)
  @Sortable()
  days!: number;

  @Column({ type: 'simple-enum', enum: FestivalStatus, default: FestivalStatus.Draft })
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  @Sortable()
  status!: FestivalStatus;

  @Column({ type: 'decimal', precision: 12, scale: 2, nullable: true })
  @Filter(FilterGroupLength, FilterIsNil)
  @Sortable()
  budget!: string | null;

  @Column({ type: 'varchar', length: 200, nullable: true })
  @IsUrl()
  @Deprecated()
  website!: string | null;

  @Column({ type: 'simple-array', nullable: true })
  @Filter(FilterIsNil)
  sponsors!: string[] | null;

  @Column({ type: 'simple-json', nullable: true })
  @Schema(SchemaObjectAny)
  extras!: Record<string, unknown> | null;

  @Column(() => Address)
  address!: Address;

  @Column({ type: 'text', nullable: true })
  @Skip()
  internalNotes!: string | null;

  @Index()
  @DeleteDateColumn()
  @Skip()
  deletedAt!: Date | null;

  @OneToMany(() => Stage, (stage) => stage.festival)
  @EagerLoad()
  @Filter(FilterEdge)
  stages!: Stage[];

  @OneToMany(() => Ticket, (ticket) => ticket.festival)
  @Skip()
  tickets!: Ticket[];

  /** Leads to a class that is not part of the API, and so is not part of it either. */
  @OneToMany(() => AuditEntry, (entry) => entry.festival)
  auditEntries!: AuditEntry[];

  @BeforeInsert()
  makeSlug(): void {
    this.slug = this.name.toLowerCase().replace(/\W+/g, '-');
  }
}
