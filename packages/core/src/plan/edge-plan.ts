// Edges in a body -> changes of related rows. Unique edges whose foreign key is a column of the entity itself are columns
// to write instead.
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import type { BodyForm } from './body-form.js';
import { listed, type Faults } from './faults.js';
import { bodyId, idText } from './id-value.js';
import type { EdgeChange } from './plan.js';

/** All edge changes that a body requests. Skips values that already have a fault. */
export function edgeChangesOf(
  { edges }: BodyForm,
  operation: 'create' | 'update',
  body: JsonObject,
  faults: Faults,
): readonly EdgeChange[] {
  return edges.flatMap(({ edge, target }) => changesOf(edge, target, operation, body, faults));
}

function changesOf(
  edge: EdgeModel,
  target: EntityModel,
  operation: 'create' | 'update',
  body: JsonObject,
  faults: Faults,
): readonly EdgeChange[] {
  const changeBy = (bodyKey: string, mode: EdgeChange['mode']) =>
    changeOf(edge, target, mode, bodyKey, body, faults);
  if (operation === 'create') return changeBy(edge.name, edge.unique ? 'set' : 'add');
  if (edge.unique) return changeBy(edge.name, 'set');
  const set = edge.bulk ? changeBy(edge.name, 'set') : [];
  const steps = [...changeBy(`remove_${edge.name}`, 'remove'), ...changeBy(`add_${edge.name}`, 'add')];
  reportContradictions(edge, set, steps, faults);
  return [...set, ...steps];
}

function changeOf(
  edge: EdgeModel,
  target: EntityModel,
  mode: EdgeChange['mode'],
  bodyKey: string,
  body: JsonObject,
  faults: Faults,
): EdgeChange[] {
  const given = Object.hasOwn(body, bodyKey) ? body[bodyKey] : undefined;
  if (given === undefined || faults.within(`/${bodyKey}`)) return [];
  const ids = distinctIds(given, target);
  const strayAt = ids.indexOf(undefined);
  if (strayAt === -1) return [{ edge, target, mode, bodyKey, ids }];
  const pointer = Array.isArray(given) ? `/${bodyKey}/${strayAt}` : `/${bodyKey}`;
  faults.add({ pointer, code: 'wrong_format', detail: `The value is not an id of ${target.name}.` });
  return [];
}

/** The distinct ids in the body. Null means none, a single id one. */
function distinctIds(given: JsonValue, target: EntityModel): readonly unknown[] {
  const values: readonly JsonValue[] = Array.isArray(given) ? (given as readonly JsonValue[]) : [given];
  const present = values.filter((value) => value !== null);
  const ids = present.map((value) => bodyId(target, value));
  return target.key.length === 1
    ? [...new Set(ids)]
    : [...new Map(ids.map((id) => [idText(id), id])).values()];
}

function reportContradictions(
  edge: EdgeModel,
  set: readonly EdgeChange[],
  steps: readonly EdgeChange[],
  faults: Faults,
): void {
  if (set.length > 0 && steps.length > 0) {
    const detail = `'${edge.name}' cannot be given together with add_${edge.name} or remove_${edge.name}.`;
    faults.add({ pointer: `/${edge.name}`, code: 'conflict', detail });
  }
  const idsOf = (mode: EdgeChange['mode']) => steps.find((step) => step.mode === mode)?.ids ?? [];
  const added = new Set(idsOf('add').map(idText));
  const both = idsOf('remove').filter((id) => added.has(idText(id)));
  if (both.length > 0) {
    const detail = `${listed(both)} cannot be both added and removed.`;
    faults.add({ pointer: `/add_${edge.name}`, code: 'conflict', detail });
  }
}
