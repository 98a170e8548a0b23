// Entities to write once: with and without hooks, with edges, under a policy, and one that needs a key.
import {
  ApiError,
  hooksFor,
  idempotencyEntity,
  policyFor,
  RequireIdempotencyKey,
  type ApiOptions,
  type PolicyRequest,
} from '@decorest/core';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { Fixture } from '../../support/for-each-database.js';
import type { Headers } from '../../support/http-client.js';
import { driverNames, type DatabaseName } from '../../support/test-database.js';

@Entity()
export class Customer {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40, unique: true })
  name!: string;

  @OneToMany(() => Purchase, (purchase) => purchase.customer)
  purchases!: Relation<Purchase[]>;
}

@Entity()
export class Purchase {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  item!: string;

  @Index()
  @ManyToOne(() => Customer, (customer) => customer.purchases, { nullable: true })
  customer!: Relation<Customer> | null;
}

/** Hooks observe its writes. */
@Entity()
@RequireIdempotencyKey()
export class Payment {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int' })
  cents!: number;
}

/** Who asks. */
export interface Clerk {
  readonly name: string;
  readonly mayWrite?: boolean;
}

/** How often hooks of payments ran. */
export const hookCalls = { before: 0, after: 0 };

/** Keys belong to the clerk. */
export const scopeOptions: ApiOptions = {
  idempotency: { scope: ({ state }: PolicyRequest<Clerk | undefined>) => state?.name ?? 'everybody' },
};

/** The table of keys on a database of the tests. */
export function keyTable(database: DatabaseName) {
  return idempotencyEntity(driverNames[database]);
}

export const till: Fixture = {
  entities: (database) => [Customer, Purchase, Payment, keyTable(database)],
  options: {
    ...scopeOptions,
    hooks: [
      hooksFor(Payment, {
        before: {
          create: ({ entity }) => {
            hookCalls.before += 1;
            if (entity.cents === 13) throw new ApiError('forbidden', { detail: 'Not this amount.' });
          },
        },
        after: { create: () => void (hookCalls.after += 1) },
      }),
    ],
  },
  async fill(dataSource) {
    await dataSource.getRepository(Customer).insert([{ name: 'ada' }, { name: 'bob' }]);
    await dataSource.getRepository(Purchase).insert([{ item: 'tea' }, { item: 'jam', customer: { id: 1 } }]);
    hookCalls.before = 0;
    hookCalls.after = 0;
  },
};

/** Purchases of customers of the clerk's own name, for tests of policies. */
export const ownCustomers = policyFor(Customer, ({ state }: PolicyRequest<Clerk>) => ({ name: state.name }));

export function withKey(key: string): Headers {
  return { 'idempotency-key': key };
}
