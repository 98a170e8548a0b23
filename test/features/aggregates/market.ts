// The market with a handful of sales, the same on every database.
import type { DataSource } from 'typeorm';
import type { Fixture } from '../../support/for-each-database.js';
import { Label, marketEntities, Sale, SaleKind, Slot, Stall } from './market-entities.js';

/** Stall 1 is open, stall 2 is closed. */
export const market: Fixture = {
  entities: marketEntities,
  options: {},
  fill: async (dataSource: DataSource) => {
    const { manager } = dataSource;
    await manager.insert(Stall, [{ name: 'Bread' }, { name: 'Cheese', closedAt: new Date(0) }]);
    await manager.insert(Slot, [{ row: 1, place: 'a,b' }]);
    await manager.insert(Sale, buildSales());
    await manager.insert(Label, [{ code: 'fresh' }]);
  },
};

const [bread, cheese] = [{ id: 1 }, { id: 2 }];

/** New objects each time: an insert changes them. */
const buildSales = () => [
  {
    kind: SaleKind.Cash,
    item: 'Rye',
    paid: true,
    units: 3,
    points: '9223372036854775807',
    price: '10.50',
    weight: 0.5,
    soldOn: '2026-01-01',
    soldAt: new Date('2026-01-01T00:30:00Z'),
    stall: bread,
    slot: { row: 1, place: 'a,b' },
  },
  {
    kind: SaleKind.Cash,
    item: 'rye',
    paid: true,
    units: 4,
    points: '9223372036854775807',
    price: '0.05',
    weight: 0.25,
    soldOn: '2026-01-31',
    soldAt: new Date('2026-01-31T23:59:59Z'),
    stall: bread,
  },
  {
    kind: SaleKind.Card,
    item: 'Rye ',
    paid: false,
    units: -10,
    points: '-9223372036854775808',
    price: '-3.00',
    weight: -1.5,
    soldOn: '2027-01-03',
    soldAt: new Date('2027-01-03T12:00:00Z'),
    stall: cheese,
  },
  { kind: SaleKind.Card, item: null, paid: false },
];
