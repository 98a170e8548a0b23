// A post office whose every function of its author's own can be made to fail: listeners, subscribers, transformers,
// validators, accessors, constructors.
import { setTimeout as sleep } from 'node:timers/promises';
import { Filter, FilterEQ } from '@decorest/core';
import { Length, Validate, ValidateIf, ValidatorConstraint } from 'class-validator';
import {
  AfterInsert,
  AfterLoad,
  AfterRemove,
  AfterSoftRemove,
  AfterUpdate,
  BeforeInsert,
  BeforeRemove,
  BeforeSoftRemove,
  BeforeUpdate,
  Column,
  DeleteDateColumn,
  Entity,
  EventSubscriber,
  PrimaryGeneratedColumn,
  type DataSource,
  type EntitySubscriberInterface,
  type InsertEvent,
} from 'typeorm';
import { injection } from './injection.js';

const { pass, passLater } = injection;

function transformer(place: string) {
  return {
    to: (value: unknown) => {
      pass(`${place}: to`);
      return value;
    },
    from: (stored: unknown) => {
      pass(`${place}: from`);
      return stored;
    },
  };
}

/** A value that prints itself. */
function seal(text: unknown) {
  return {
    toJSON: () => {
      pass('toJSON');
      return text;
    },
  };
}

@ValidatorConstraint()
class Fitting {
  validate(value: unknown): boolean {
    pass('validator');
    return value !== 'unfit';
  }

  defaultMessage(): string {
    pass('message of a validator');
    return 'It does not fit.';
  }
}

@ValidatorConstraint({ async: true })
class FittingLater {
  async validate(): Promise<boolean> {
    await passLater('asynchronous validator');
    return true;
  }
}

/** Nothing follows its writes. */
@Entity()
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  @Length(1, 40)
  @Validate(Fitting)
  @Validate(FittingLater)
  @ValidateIf(() => {
    pass('condition of validators');
    return true;
  })
  title!: string;

  @Column({ type: 'varchar', length: 40, transformer: transformer('column') })
  @Filter(FilterEQ)
  code!: string;
}

/** Its values print themselves. */
@Entity()
export class Stamp {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40, transformer: { to: (value: unknown) => value, from: seal } })
  seal!: string;
}

/** Its rows are decided on by policies. */
@Entity()
export class Badge {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  owner!: string;
}

/** Hooks run for every operation on it. */
@Entity()
export class Crate {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  text!: string;
}

/** Everything follows its writes. */
@Entity()
export class Parcel {
  @PrimaryGeneratedColumn()
  id!: number;

  #text = '';

  @Column({ length: 40, transformer: transformer('followed column') })
  get text(): string {
    pass('getter');
    return this.#text;
  }
  set text(text: string) {
    pass('setter');
    this.#text = text;
  }

  constructor() {
    pass('constructor');
  }

  @BeforeInsert()
  beforeInsert() {
    // What no schema can know of: the database refuses it.
    if (this.#text === 'gap') Object.assign(this, { text: null });
    return passLater('@BeforeInsert');
  }
  @AfterInsert()
  afterInsert() {
    if (this.#text === 'poison') throw new Error('injected');
    return passLater('@AfterInsert');
  }
  @BeforeUpdate()
  beforeUpdate() {
    return passLater('@BeforeUpdate');
  }
  @AfterUpdate()
  afterUpdate() {
    return passLater('@AfterUpdate');
  }
  @BeforeRemove()
  beforeRemove() {
    return passLater('@BeforeRemove');
  }
  @AfterRemove()
  afterRemove() {
    return passLater('@AfterRemove');
  }
  @AfterLoad()
  afterLoad() {
    return passLater('@AfterLoad');
  }
}

/** Is never really deleted. */
@Entity()
export class Letter {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  text!: string;

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @BeforeSoftRemove()
  beforeSoftRemove() {
    return passLater('@BeforeSoftRemove');
  }
  @AfterSoftRemove()
  afterSoftRemove() {
    return passLater('@AfterSoftRemove');
  }
}

/** Follows parcels, and all transactions of TypeORM. */
@EventSubscriber()
export class Clerk implements EntitySubscriberInterface {
  beforeInsert = () => passLater('beforeInsert');
  afterInsert = () => passLater('afterInsert');
  beforeUpdate = () => passLater('beforeUpdate');
  afterUpdate = () => passLater('afterUpdate');
  beforeRemove = () => passLater('beforeRemove');
  afterRemove = () => passLater('afterRemove');
  afterLoad = () => passLater('afterLoad');
  beforeTransactionStart = () => passLater('beforeTransactionStart');
  afterTransactionStart = () => passLater('afterTransactionStart');
  beforeTransactionCommit = () => passLater('beforeTransactionCommit');
  afterTransactionCommit = () => passLater('afterTransactionCommit');
  beforeTransactionRollback = () => passLater('beforeTransactionRollback');
  afterTransactionRollback = () => passLater('afterTransactionRollback');

  listenTo() {
    return Parcel;
  }
}

/** Takes its time, and writes then. */
@EventSubscriber()
export class Straggler implements EntitySubscriberInterface<Parcel> {
  listenTo() {
    return Parcel;
  }

  async afterInsert({ entity, manager }: InsertEvent<Parcel>): Promise<void> {
    if (entity.text !== 'slow') return;
    await sleep(20);
    await manager.insert(Badge, { owner: 'late' });
  }
}

@EventSubscriber()
export class Postman implements EntitySubscriberInterface {
  beforeSoftRemove = () => passLater('beforeSoftRemove');
  afterSoftRemove = () => passLater('afterSoftRemove');

  listenTo() {
    return Letter;
  }
}

/** Four rows of each. */
export async function fillPostOffice({ manager }: DataSource): Promise<void> {
  for (const text of ['a', 'b', 'c', 'd']) {
    await manager.insert(Note, { title: text, code: text });
    await manager.insert(Stamp, { seal: text });
    await manager.insert(Badge, { owner: text });
    await manager.insert(Crate, { text });
    await manager.insert(Parcel, { text });
    await manager.insert(Letter, { text });
  }
}
