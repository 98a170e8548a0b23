// A visitor: a hidden column, a transformed one, friends on both sides, and edges that may be empty.
import {
  EagerLoad,
  EdgeCreate,
  EdgeUpdateBulk,
  Filter,
  FilterEdge,
  FilterEqualFold,
  FilterEQ,
  FilterGroup,
  FilterGroupEqual,
  FilterGroupNil,
  FilterHasPrefix,
  FilterHasSuffix,
  Handler,
  NestedCreate,
  Sortable,
} from '@decorest/core';
import { IsEmail, Length, MinLength } from 'class-validator';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  OneToMany,
  OneToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { lowerCase } from './lower-case.js';
import { Ticket } from './ticket.js';
import { Wristband } from './wristband.js';

@Entity()
export class Visitor {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80 })
  @Length(1, 80)
  @Filter(FilterGroupEqual)
  @FilterGroup('who')
  @FilterGroup('search')
  @Sortable()
  name!: string;

  @Column({ length: 254, unique: true, transformer: lowerCase })
  @IsEmail()
  @Filter(FilterEQ)
  email!: string;

  @Column({ type: 'varchar', length: 40, nullable: true })
  @Filter(FilterGroupNil, FilterEqualFold, FilterHasPrefix, FilterHasSuffix)
  @FilterGroup('who')
  @Sortable()
  nickname!: string | null;

  @Column({ type: 'varchar', length: 80, select: false })
  @MinLength(8)
  passphrase!: string;

  @OneToOne(() => Wristband, (wristband) => wristband.visitor)
  @EagerLoad()
  @Filter(FilterEdge)
  wristband!: Relation<Wristband> | null;

  @OneToMany(() => Ticket, (ticket) => ticket.visitor)
  @EdgeUpdateBulk()
  @EdgeCreate()
  @NestedCreate()
  @Filter(FilterEdge)
  tickets!: Ticket[];

  @ManyToMany(() => Visitor, (visitor) => visitor.friendOf)
  @JoinTable()
  @EdgeUpdateBulk()
  friends!: Visitor[];

  @ManyToMany(() => Visitor, (visitor) => visitor.friends)
  @Handler(false)
  friendOf!: Visitor[];
}
