// Whether every row meets a condition, by its regions: a row in one of them surely meets it. OR unites the regions on each line of
// values, AND intersects them, and NOT is pushed down to the tests. A condition is everything if one region has all of its line:
// what only several lines together make everything is not found, but no condition that restricts is taken for everything.
import type { EdgeModel } from '../model/member-model.js';
import type { Node } from './restricting-node.js';
import {
  createPresence,
  extendPath,
  getNullBit,
  intersectRegions,
  isEverything,
  ownRow,
  uniteRegions,
  type Region,
  type Regions,
  type RowPath,
} from './row-regions.js';
import { findPassing } from './value-test.js';
import type { Span } from './value-set.js';

/** What is known of a condition. */
interface Cover {
  /** Every row meets it. */
  readonly all: boolean;
  /** Every row meets it but those without a value that it compares. */
  readonly valued: boolean;
  readonly regions: Regions;
  /** Of its alternatives those that are an AND: what each of them joins. */
  readonly ands: readonly (readonly Cover[])[];
}

/** Where a condition stands. */
interface Place {
  readonly path: RowPath;
  /** Rows without a value may be left aside: not where related rows are negated. */
  readonly lenient: boolean;
  /** Whether an edge leads somewhere from each row. */
  readonly isCertain: (edge: EdgeModel) => boolean;
}

/** Whether a condition leaves out rows other than those without a value. */
export function leavesRowsOut(node: Node, isCertain: Place['isCertain']): boolean {
  const { all, valued } = cover(node, true, { path: ownRow, lenient: true, isCertain });
  return !all && !valued;
}

/** The rows that meet a condition, or those that do not. */
function cover(node: Node, meets: boolean, place: Place): Cover {
  switch (node.is) {
    case 'value':
      return conclude(coverValue(node, meets, place));
    case 'null':
      return conclude([createPresence(place.path, node.field, node.negated === meets)]);
    case 'opaque':
      return conclude([createWhole(node, meets, place)]);
    case 'not':
      return cover(node.of, !meets, place);
    case 'some': {
      const whole = createWhole(node, meets, place);
      return meets ? coverSome(node, whole, place) : coverNone(node, whole, place);
    }
    case 'and':
    case 'or': {
      const of = node.of.map((one) => cover(one, meets, place));
      const whole = createWhole(node, meets, place);
      return (node.is === 'and') === meets ? coverBoth(of, whole) : coverEither(of, [whole]);
    }
  }
}

const exactly = { holds: 'exactly', condition: '' } as const;
const two: Span = [0n, 2n];

/** A condition as a value of its row: it and its negation are everything. */
function createWhole({ text }: Node, meets: boolean, { path }: Place): Region {
  const set: readonly Span[] = [meets ? [1n, 2n] : [0n, 1n]];
  return { path, field: null, line: text, whole: two, set, stops: 0n, ...exactly };
}

function coverValue(
  node: Extract<Node, { is: 'value' }>,
  meets: boolean,
  { path, lenient }: Place,
): readonly Region[] {
  const stops = meets ? 0n : getNullBit(path);
  return findPassing(node, meets).flatMap(({ meant, ...passing }): readonly Region[] => {
    const region: Region = { path, field: node.field, stops, ...passing, ...exactly };
    const valued: readonly Region[] =
      lenient && (meets || meant) ? [{ ...region, holds: 'where valued' }] : [];
    return meant ? valued : [region, ...valued];
  });
}

function conclude(regions: readonly Region[]): Cover {
  const united = uniteRegions(regions);
  const full = [...united.values()].filter((region) => isEverything(united, region));
  const isValued = ({ holds }: Region) => holds === 'where valued';
  return {
    all: full.some((region) => !isValued(region)),
    valued: full.some(isValued),
    regions: united,
    ands: [],
  };
}

function coverEither(of: readonly Cover[], others: readonly Region[]): Cover {
  const found = conclude([...of.flatMap(({ regions }) => [...regions.values()]), ...others]);
  const [all, valued] = [
    found.all || of.some((one) => one.all),
    found.valued || of.some((one) => one.valued),
  ];
  const ands = of.flatMap((one) => one.ands);
  if (all || valued) return { all, valued, regions: found.regions, ands };
  const filled = ands.map((parts) => fillUp(parts, found.regions));
  return {
    all: filled.some((one) => one.all),
    valued: filled.some((one) => one.valued),
    regions: found.regions,
    ands,
  };
}

/** Alternatives of which one is an AND are everything if they are with each of its parts. */
function fillUp(parts: readonly Cover[], others: Regions): Pick<Cover, 'all' | 'valued'> {
  const filled = parts.map(({ regions }) => conclude([...regions.values(), ...others.values()]));
  const all = filled.every((one) => one.all);
  return { all, valued: !all && filled.every((one) => one.all || one.valued) };
}

function coverBoth(of: readonly Cover[], whole: Region): Cover {
  const isTop = ({ all, valued }: Cover) => all || valued;
  const parts = of.filter((one) => !isTop(one));
  const [first, ...others] = parts.map(({ regions }) => regions);
  const all = of.every((one) => one.all);
  if (!first)
    return { all, valued: of.some(({ valued }) => valued), regions: uniteRegions([whole]), ands: [] };
  const common = others.reduce(intersectRegions, first);
  return { all, valued: false, regions: uniteRegions([...common.values(), whole]), ands: [parts] };
}

type Some = Extract<Node, { is: 'some' }>;

function coverSome({ edge, of }: Some, whole: Region, place: Place): Cover {
  const path = extendPath(place.path, edge, place.isCertain(edge));
  const rows = createPresence(path, null, true);
  if (!of) return conclude([rows, whole]);
  const related = cover(of, true, { ...place, path });
  const found = [...related.regions.values()].filter(({ holds }) => edge.unique || holds !== 'of all');
  const { all, regions } = conclude([...found, ...(related.all ? [rows] : []), whole]);
  return { all, valued: related.valued, regions, ands: [] };
}

/** No related row meets the condition: there is none, or all are in a region outside of it. */
function coverNone({ edge, of }: Some, whole: Region, place: Place): Cover {
  const path = extendPath(place.path, edge, place.isCertain(edge));
  const none = createPresence(path, null, false);
  if (!of) return conclude([none, whole]);
  const related = cover(of, false, { ...place, path, lenient: false });
  const outside = [...related.regions.values()];
  const found = edge.unique ? outside : outside.flatMap((region) => coverAll(region, path, whole));
  const { all, regions } = conclude([...found, none, whole]);
  return { all: all || related.all, valued: false, regions, ands: [] };
}

/** The rows of which all related rows are in a region; nothing is said across a second edge to many. */
function coverAll(region: Region, { edges }: RowPath, { line: condition }: Region): readonly Region[] {
  const isOfRow =
    region.holds === 'exactly' && region.path.edges.slice(edges.length).every(({ unique }) => unique);
  return isOfRow ? [{ ...region, holds: 'of all', condition }] : [];
}
