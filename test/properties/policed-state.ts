// Who writes to the harbour: the rows that a client may reach, and the operations that `allow` refuses it, taken from the
// state of the request, so that one API serves all clients.
import {
  hooksFor,
  idempotencyEntity,
  notNull,
  policyFor,
  type AllowRequest,
  type ApiOptions,
  type EntityHooks,
  type Hooks,
  type PolicyRequest,
  type RowCondition,
} from '@decorest/core';
import fc from 'fast-check';
import { driverNames, type DatabaseName } from '../support/test-database.js';
import { Boat, Crane, harbourEntities, Port, Sailor } from './policed-entities.js';
import { anyId, anyTeam, type TableName } from './policed-rows.js';

export interface HarbourState {
  readonly Port: RowCondition<Port>;
  readonly Boat: RowCondition<Boat>;
  readonly Sailor: RowCondition<Sailor>;
  readonly Crane: RowCondition<Crane>;
  /** As `Boat delete true`: the class, the operation, and whether it is for many rows. */
  readonly refused: readonly string[];
}

type Asked = PolicyRequest<HarbourState>;

const policies = [
  policyFor(Port, ({ state }: Asked) => state.Port),
  policyFor(Boat, ({ state }: Asked) => state.Boat),
  policyFor(Sailor, ({ state }: Asked) => state.Sailor),
  policyFor(Crane, ({ state }: Asked) => state.Crane),
];

/** Called with each row that a hook receives. */
export type Witness = (table: TableName, id: number) => void;

export function harbourSchema(name: DatabaseName) {
  return [...harbourEntities, idempotencyEntity(driverNames[name])];
}

/** An API with or without policies, whose writes hooks observe if there is a witness. */
export function harbourOptions(isPoliced: boolean, witness: Witness | null): ApiOptions {
  return {
    hooks: harbourEntities.map((entity) => refusingHooks(entity, witness)),
    returnMinimal: true,
    idempotency: { scope: () => 'client' },
    ...(isPoliced ? { policies } : {}),
  };
}

function refusingHooks(entity: (typeof harbourEntities)[number], witness: Witness | null): Hooks {
  const table = entity.name as TableName;
  const allow = ({ operation, bulk, state }: AllowRequest<HarbourState>) =>
    !state.refused.includes(`${table} ${operation} ${bulk}`);
  type Observed = EntityHooks<{ id: number }, HarbourState>;
  const tell = ({
    stored,
    entity: row,
  }: {
    readonly stored?: { id: number };
    readonly entity: { id: number };
  }) => witness?.(table, (stored ?? row).id);
  const changes = { update: tell, delete: tell };
  const observing: Observed = witness
    ? { before: changes, after: { ...changes, create: () => undefined } }
    : {};
  return hooksFor<{ id: number }, HarbourState>(entity, { allow, ...observing });
}

const teams = fc.oneof(
  anyTeam,
  fc.constant('red'),
  fc.constant(['red', 'blue']),
  fc.uniqueArray(anyTeam, { maxLength: 2 }),
);
const ofTeam = fc.record({ team: teams });
const ids = fc.oneof(anyId, fc.uniqueArray(anyId, { minLength: 3, maxLength: 5 }));
const presence = fc.constantFrom(null, notNull, notNull);

/** All rows of a class, those of a team or of another condition, or of one condition or the other. */
function condition<T>(
  ownTeam: fc.Arbitrary<RowCondition<T>>,
  ...others: readonly fc.Arbitrary<RowCondition<T>>[]
): fc.Arbitrary<RowCondition<T>> {
  const match = fc.oneof({ weight: others.length, arbitrary: ownTeam }, ...others);
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(true) },
    { weight: 5, arbitrary: match },
    { weight: 4, arbitrary: fc.array(match, { minLength: 1, maxLength: 3 }) },
  );
}

const ofTeamMembers = ofTeam as fc.Arbitrary<{ team: string }>;

export const anyState: fc.Arbitrary<HarbourState> = fc.record({
  Port: condition<Port>(
    ofTeam,
    fc.record({ id: ids }),
    fc.record({ boats: ofTeam }),
    fc.record({ cranes: ids }),
  ),
  Boat: condition<Boat>(
    ofTeam,
    fc.record({ port: fc.oneof(ofTeam, ids, presence) }),
    fc.record({ crew: fc.oneof(ofTeam, ids) }),
    fc.record({ deletedAt: fc.constantFrom(null, notNull) }),
    fc.record({ team: teams, port: ofTeam }),
  ),
  Sailor: condition<Sailor>(
    ofTeam,
    fc.record({ home: fc.oneof(ofTeam, ids, presence) }),
    fc.record({ boats: fc.oneof(ofTeam, ids) }),
    fc.record({ crane: ofTeamMembers }),
  ),
  Crane: condition<Crane>(
    ofTeam,
    fc.record({ port: fc.oneof(ofTeam, presence) }),
    fc.record({ operator: fc.oneof(ofTeam, presence) }),
    fc.record({ port: fc.record({ team: teams, boats: ofTeam }) }),
  ),
  refused: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(anyRefusal(), { maxLength: 2 }) },
  ),
});

function anyRefusal(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('Port', 'Boat', 'Sailor', 'Crane'),
      fc.constantFrom('create', 'update', 'delete', 'restore', 'read'),
      fc.boolean(),
    )
    .map((parts) => parts.join(' '));
}
