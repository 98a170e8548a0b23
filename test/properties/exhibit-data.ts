// Random exhibits: in memory for the oracles, and in a database.
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import type { Fixture } from '../support/for-each-database.js';
import { samples } from '../support/property.js';
import { Drawer, Exhibit, Remark, Souvenir } from './exhibit-entities.js';
import type { TableRow } from './table-rows.js';
import { fieldsOf, traits, wireValues, type Trait, type Wire } from './wire-values.js';

const exhibitCount = 32;
const drawerCount = 7;
const remarkCount = 80;

type Values = Record<string, Wire>;

/** All exhibits, the same on each database: they depend on the seed alone. */
export const exhibits: readonly TableRow[] = makeExhibits();

function makeExhibits(): TableRow[] {
  const drawers = makeDrawers();
  const remarks = makeRemarks();
  return samples(exhibitValues(), exhibitCount, 1).map((values, at) => {
    const drawer = drawers[at % (drawerCount + 1)];
    const own = remarks.filter((_, nth) => (nth * nth) % exhibitCount === at);
    return { id: at + 1, values, edges: { drawer: drawer ? [drawer] : [], remarks: own } };
  });
}

function exhibitValues(): fc.Arbitrary<Values> {
  const columns = traits.flatMap((trait, salt) => {
    const [required, nullable] = fieldsOf(trait);
    const pooled = fc.constantFrom(...poolOf(trait, salt));
    return [[required, pooled] as const, [nullable, fc.option(pooled, { freq: 4 })] as const];
  });
  return fc.record<Values>(Object.fromEntries(columns));
}

/** So few values that rows share them. */
function poolOf(trait: Trait, salt: number): readonly Wire[] {
  return samples<Wire>(wireValues[trait], 24, 100 + salt);
}

function makeDrawers(): TableRow[] {
  const values = fc.record<Values>({
    label: wireValues.string,
    width: fc.option(fc.integer({ min: 0, max: 4 })),
  });
  return samples(values, drawerCount, 2).map((row, at) => ({ id: at + 1, values: row, edges: {} }));
}

function makeRemarks(): TableRow[] {
  const values = fc.record<Values>({
    text: wireValues.string,
    weight: fc.option(fc.integer({ min: -5, max: 5 })),
  });
  return samples(values, remarkCount, 3).map((row, at) => ({
    id: at + 1,
    values: { ...row, largest: '9223372036854775807' },
    edges: {},
  }));
}

/** Souvenirs are exhibits without these and without edges: each exhibit has a souvenir with its id. */
export const souvenirTraits = traits.filter((trait) => trait !== 'float' && trait !== 'decimal');

export const exhibitFixture: Fixture = {
  entities: [Exhibit, Souvenir, Drawer, Remark],
  options: { defaultFilterID: true },
  fill: fillExhibits,
};

/** Inserts through TypeORM, in the order of the ids, so that the database counts as we did. */
async function fillExhibits(dataSource: DataSource): Promise<void> {
  const drawers = new Map(exhibits.flatMap(({ edges }) => edges.drawer ?? []).map((row) => [row.id, row]));
  const ordered = [...drawers.values()].sort((a, b) => a.id - b.id);
  await dataSource.getRepository(Drawer).insert(ordered.map(({ id, values }) => ({ id, ...values })));
  await dataSource.getRepository(Exhibit).insert(exhibits.map(exhibitRecord));
  await dataSource.getRepository(Souvenir).insert(exhibits.map(souvenirRecord));
  const remarks = exhibits.flatMap(({ id, edges }) =>
    (edges.remarks ?? []).map((remark) => ({ id: remark.id, ...remark.values, exhibit: { id } })),
  );
  await dataSource.getRepository(Remark).insert(remarks.sort((a, b) => a.id - b.id));
}

function exhibitRecord(row: TableRow) {
  const drawer = row.edges.drawer?.[0];
  return { ...columnsOf(row, traits), drawer: drawer ? { id: drawer.id } : null };
}

function souvenirRecord(row: TableRow) {
  return columnsOf(row, souvenirTraits);
}

function columnsOf({ id, values }: TableRow, some: readonly Trait[]) {
  const names = some.flatMap(fieldsOf);
  return {
    id,
    ...Object.fromEntries(names.map((name) => [name, propertyValue(name, values[name] ?? null)])),
  };
}

function propertyValue(name: string, value: Wire): Wire | Date {
  return /datetime$/i.test(name) && typeof value === 'string' ? new Date(value) : value;
}

/** The values a field of a exhibit, a drawer or a remark has. */
export function knownExhibits({ name }: { readonly name: string }): readonly Wire[] {
  return exhibits
    .flatMap(({ edges, ...row }) => [row, ...Object.values(edges).flat()])
    .flatMap(({ id, values }) => (name === 'id' ? [id] : (values[name] ?? [])));
}
