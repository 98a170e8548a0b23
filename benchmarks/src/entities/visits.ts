// A visit has two unique edges and a non-unique one.
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Pet, User } from './petstore.js';

@Entity({ name: 'visits' })
export class Visit {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  reason!: string;

  @ManyToOne(() => Pet, { nullable: false })
  @JoinColumn({ name: 'pet_id' })
  pet!: Relation<Pet>;

  @ManyToOne(() => User, { nullable: false })
  @JoinColumn({ name: 'vet_id' })
  vet!: Relation<User>;

  @OneToMany(() => Treatment, (treatment) => treatment.visit)
  treatments!: Treatment[];
}

@Entity({ name: 'treatments' })
export class Treatment {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  label!: string;

  @ManyToOne(() => Visit, (visit) => visit.treatments, { nullable: false })
  @JoinColumn({ name: 'visit_id' })
  visit!: Relation<Visit>;
}
