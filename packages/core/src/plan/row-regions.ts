// Regions of rows: those whose value, at the end of a path of edges, is in a set. A path may also stop before its end, at an edge
// that leads nowhere or at a NULL. Across an edge to many, a region has the rows of which some related row is in it.
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import { coversSpan, intersectSets, uniteSpans, type Span, type ValueSet } from './value-set.js';

/** The row at the end of a path of edges. */
export interface RowPath {
  readonly edges: readonly EdgeModel[];
  /** Identifies each part of the path from its start, the whole last. */
  readonly keys: readonly [string, ...string[]];
  /** A bit for each edge that may lead nowhere. */
  readonly stops: bigint;
}

/** Rows by one value of the row at the end of a path: that of a field, or another that the line names. */
export interface Region {
  readonly path: RowPath;
  readonly field: FieldModel | null;
  readonly line: string;
  readonly whole: Span;
  readonly set: ValueSet;
  /** Where the path may stop, too: a bit for each edge, and the next for a NULL. */
  readonly stops: bigint;
  /** How the region is meant: `exactly`; `where valued`: rows without the value are left aside; `of all`: by all related rows. */
  readonly holds: 'exactly' | 'where valued' | 'of all';
  /** The condition of a region that holds `of all`; regions of different ones are never united. */
  readonly condition: string;
}

/** Regions of one condition, by their keys: one for each line. */
export type Regions = ReadonlyMap<string, Region>;

/** The path from a row to itself. */
export const ownRow: RowPath = { edges: [], keys: ['.'], stops: 0n };

/** The path across one more edge, which may lead nowhere unless it is certain. */
export function extendPath({ edges, keys, stops }: RowPath, edge: EdgeModel, isCertain: boolean): RowPath {
  const bit = isCertain ? 0n : getBit(edges.length);
  const key = `${keys.at(-1) ?? ''}${JSON.stringify(edge.name)}.`;
  return { edges: [...edges, edge], keys: [...keys, key], stops: stops | bit };
}

/** The bit of a NULL at the end of a path. */
export function getNullBit({ edges }: RowPath): bigint {
  return getBit(edges.length);
}

/** Paths may have more edges than an integer of JavaScript has bits. */
function getBit(depth: number): bigint {
  return 1n << BigInt(depth);
}

/** The line of whether there is a row, or a value of the field. */
const presence = 'present';
const one: Span = [0n, 1n];

/** The rows that a path leads to a row or, with a field, to its value; otherwise those that it stops for at its end. */
export function createPresence(path: RowPath, field: FieldModel | null, isPresent: boolean): Region {
  const last = field ? getNullBit(path) : getNullBit(path) >> 1n;
  return {
    path,
    field,
    line: presence,
    whole: one,
    set: isPresent ? [one] : [],
    stops: isPresent ? 0n : last,
    holds: 'exactly',
    condition: '',
  };
}

function keyOf(region: Pick<Region, 'path' | 'field' | 'line' | 'holds' | 'condition'>): string {
  const { path, field, line, holds, condition } = region;
  return JSON.stringify([path.keys.at(-1), field?.name ?? null, line, holds, condition]);
}

/** The union of regions on each line. */
export function uniteRegions(regions: readonly Region[]): Regions {
  const groups = new Map<string, Region[]>();
  for (const region of regions) {
    const key = keyOf(region);
    const group = groups.get(key);
    if (group) group.push(region);
    else groups.set(key, [region]);
  }
  const united = new Map<string, Region>();
  for (const [key, [first, ...others]] of groups)
    if (first) united.set(key, others.length === 0 ? first : unite(first, others));
  return united;
}

function unite(first: Region, others: readonly Region[]): Region {
  const set = uniteSpans([first, ...others].flatMap((region) => region.set));
  const stops = others.reduce((all, region) => all | region.stops, first.stops);
  return { ...first, set, stops };
}

/** The intersection of two unions on each line, which may be less than what they have in common. */
export function intersectRegions(these: Regions, those: Regions): Regions {
  const common = new Map<string, Region>();
  for (const [key, region] of [...these, ...those]) {
    if (common.has(key)) continue;
    const isInBoth = these.has(key) && those.has(key);
    if (region.holds !== 'exactly' && !isInBoth) continue;
    const [a, b] = [
      widenRegion(these, these.get(key) ?? empty(region)),
      widenRegion(those, those.get(key) ?? empty(region)),
    ];
    const set = intersectSets(a.set, b.set);
    const stops = a.stops & b.stops;
    if (set.length > 0 || stops !== 0n) common.set(key, { ...region, set, stops });
  }
  return common;
}

function empty(region: Region): Region {
  return { ...region, set: [], stops: 0n };
}

/** Whether every row is in one of the regions, by this one and what the others say of its path. */
export function isEverything(regions: Regions, region: Region): boolean {
  const { set, stops } = widenRegion(regions, region);
  if (!coversSpan(set, region.whole)) return false;
  if (region.holds === 'where valued') return true;
  const canBeNull = region.field?.nullable === true;
  const possible = region.path.stops | (canBeNull ? getNullBit(region.path) : 0n);
  return (possible & ~stops) === 0n;
}

/** A region with what others say of its path: whether there is a row or a value, whatever the value is. */
function widenRegion(regions: Regions, region: Region): Pick<Region, 'set' | 'stops'> {
  const { path, field, whole } = region;
  if (region.holds === 'where valued') return region;
  let { set, stops } = region;
  const add = (key: string, of: FieldModel | null, after: bigint) => {
    const other = regions.get(presenceKey(key, of));
    if (other === undefined) return;
    stops |= other.stops;
    if (other.set.length > 0) [set, stops] = [[whole], stops | after];
  };
  const all = 2n * getNullBit(path) - 1n;
  for (const [depth, key] of path.keys.entries()) if (depth > 0) add(key, null, all & ~(getBit(depth) - 1n));
  if (field) add(path.keys.at(-1) ?? '', field, 0n);
  if (region.holds === 'exactly') return { set, stops };
  // Where no related row is in a region, all are outside of it.
  const some = regions.get(keyOf({ ...region, holds: 'exactly', condition: '' }));
  return { set: uniteSpans([...set, ...(some?.set ?? [])]), stops: stops | (some?.stops ?? 0n) };
}

function presenceKey(key: string, field: FieldModel | null): string {
  return JSON.stringify([key, field?.name ?? null, presence, 'exactly', '']);
}
