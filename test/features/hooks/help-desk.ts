// A help desk: tickets that agents work on, what is said about them, and a book of what was done, which the API does not show.
import {
  EdgeUpdateBulk,
  ExcludeOperations,
  Filter,
  FilterEQ,
  OperationCreate,
  OperationUpdate,
  ReadOnly,
  Schema,
  Skip,
} from '@decorest/core';
import {
  ChildEntity,
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  type DataSource,
  type Relation,
} from 'typeorm';
import type { Fixture } from '../../support/for-each-database.js';

@Entity()
export class Agent {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  name!: string;

  @OneToMany(() => Ticket, ({ author }) => author)
  tickets!: Relation<Ticket>[];
}

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
export class Ticket {
  @PrimaryGeneratedColumn()
  id!: number;

  @Filter(FilterEQ)
  @Column({ type: 'varchar', length: 100 })
  title!: string;

  @Column({ type: 'boolean', default: false })
  closed!: boolean;

  @ReadOnly()
  @Column({ default: 0 })
  revision!: number;

  @Schema({ type: 'array', items: { type: 'string' } })
  @Column({ type: 'simple-json', nullable: true })
  labels!: string[] | null;

  @Skip()
  @Column({ type: 'varchar', nullable: true })
  secret!: string | null;

  @ExcludeOperations(OperationCreate, OperationUpdate)
  @ManyToOne(() => Agent, ({ tickets }) => tickets, { nullable: true })
  author!: Relation<Agent> | null;

  @EdgeUpdateBulk()
  @ManyToMany(() => Agent)
  @JoinTable()
  watchers!: Relation<Agent>[];
}

@ChildEntity()
export class Bug extends Ticket {
  @Column({ type: 'int', nullable: true })
  severity!: number | null;
}

/** Only the author can set its key. */
@Entity()
export class Tag {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  id!: string;

  @Column({ unique: true, type: 'varchar', length: 20 })
  name!: string;
}

/** What was done. */
@Skip()
@Entity()
export class Deed {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ unique: true, type: 'varchar', length: 100 })
  text!: string;
}

/** Who asks. */
export interface Asking {
  readonly agent: number;
  readonly chief: boolean;
}

export const ada: Asking = { agent: 1, chief: false };
export const chief: Asking = { agent: 2, chief: true };

export const helpDesk: Fixture = {
  entities: [Agent, Ticket, Bug, Tag, Deed],
  options: {},
  fill: async (dataSource: DataSource) => {
    await dataSource.getRepository(Agent).save([{ name: 'Ada' }, { name: 'Ben' }]);
    await dataSource.getRepository(Ticket).save([
      { title: 'Printer', author: { id: 1 }, labels: ['paper'] },
      { title: 'Network', author: { id: 2 }, closed: true },
    ]);
    await dataSource.getRepository(Bug).save({ title: 'Crash', author: { id: 1 }, severity: 3 });
  },
};
