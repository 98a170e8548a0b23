// Which rows the statements of edges are asked for, level by level.
import type { SelectPlan } from '../plan/plan.js';
import type { ChildProgram } from '../sql/child-sql.js';
import type { Row } from '../sql/row-renderer.js';
import { compiledClinic, type Compiled } from '../../../../test/support/compiled-sql.js';
import { compileChildProgram } from '../sql/child-sql.js';
import type { EdgeView } from '../plan/view.js';
import { RelatedReads } from './related-rows.js';

let clinic: Compiled;

beforeAll(async () => {
  clinic = await compiledClinic('sqlite');
});

function childOf(entity: string, edge: string, view: Partial<EdgeView> = {}): EdgeView {
  const found = clinic.entity(entity).edges.find(({ name }) => name === edge);
  if (!found) throw new Error(`${entity} has no ${edge}.`);
  return {
    edge: found,
    ordinal: 0,
    shownAs: 'named',
    rows: { sort: null, limit: { by: 'constant', rows: 2 }, where: null },
    view: { fields: null, edges: [] },
    ...view,
  };
}

function compile(shown: EdgeView): ChildProgram {
  return compileChildProgram(clinic.context, { parent: clinic.entity('Keeper'), keyAt: [0], shown });
}

/** The rows of pets of keepers: the key first, that of the keeper last. */
function petsOf(child: ChildProgram, pairs: readonly (readonly [pet: number, keeper: number])[]): Row[] {
  const width = child.root.fields.fields.length;
  return pairs.map(([pet, keeper]) => [pet, ...Array.from({ length: width - 1 }, () => null), keeper]);
}

const plan = { values: [] } as unknown as SelectPlan;

test('each level asks for the distinct keys of the rows shown, and for no key that is NULL', () => {
  const child = compile(
    childOf('Keeper', 'pets', { view: { fields: null, edges: [childOf('Pet', 'visits')] } }),
  );
  const reads = new RelatedReads([child], plan);
  const first = reads.begin([[7], [8], [7], [null]], []);
  expect(first.calls.map(({ parameters }) => parameters)).toEqual([['[7,8]']]);
  const rows = petsOf(child, [
    [1, 7],
    [2, 7],
    [3, 7],
    [4, 8],
  ]);
  const second = first.further?.([{ rows, affected: rows.length }]);
  expect(second?.calls.map(({ parameters }) => parameters)).toEqual([['[1,2,4]']]);
  expect(second?.further).toBeNull();
});

test('no statement runs below an edge without rows, and nothing is cut', () => {
  const child = compile(
    childOf('Keeper', 'pets', { view: { fields: null, edges: [childOf('Pet', 'visits')] } }),
  );
  const reads = new RelatedReads([child], plan);
  const step = reads.begin([[7]], []).further?.([{ rows: [], affected: 0 }]);
  expect(step).toEqual({ calls: [], further: null });
  reads.finish([]);
  expect(reads.found[0]).toMatchObject({ isCut: false, related: [{ isCut: false }] });
});

test('what was not read counts as cut', () => {
  const child = compile(
    childOf('Keeper', 'pets', { view: { fields: null, edges: [childOf('Pet', 'visits')] } }),
  );
  const reads = new RelatedReads([child, compile(childOf('Keeper', 'pets'))], plan);
  reads.begin([[7]], []);
  const rows = petsOf(child, [[1, 7]]);
  reads.finish([
    { rows, affected: 1, cut: { next: undefined } },
    { rows: [], affected: 0 },
  ]);
  expect(reads.found.map(({ isCut }) => isCut)).toEqual([true, true]);
  expect(reads.found[0]?.related.map(({ isCut }) => isCut)).toEqual([true]);
});
