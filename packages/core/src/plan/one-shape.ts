// Shapes of reads of single entities: by their keys, by an edge, and after a write.
import type { EntityModel } from '../model/api-model.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import { formatDeletedKey } from './deleted-plan.js';
import type { SelectShape, SelectSource } from './plan.js';
import { planKeySort } from './sort-plan.js';

const byId = new WeakMap<EntityModel, SelectShape>();

/** One entity by the values of its key. The most frequent shape: built once. */
export function getByIdShape(entity: EntityModel): SelectShape {
  const known = byId.get(entity);
  if (known) return known;
  // A parent's own class has its name, too.
  const classes = entity.variants ? ' of any class' : '';
  const shape = buildOneShape(`${entity.name}${classes} by id`, entity, { from: 'id' });
  byId.set(entity, shape);
  return shape;
}

const written = new WeakMap<EntityModel, SelectShape>();

/** How a written row is read back: with its delete date, if a listener, a hook or a trigger has set that. */
export function getWrittenShape(entity: EntityModel): SelectShape {
  const known = written.get(entity);
  if (known) return known;
  const shape = findWritten(entity, getByIdShape(entity));
  written.set(entity, shape);
  return shape;
}

function findWritten({ table }: EntityModel, shape: SelectShape): SelectShape {
  return findDeletedToo(shape, table.deletedAt === null ? 'without' : 'with');
}

const byIds = new WeakMap<EntityModel, SelectShape>();

/** The written entities with the ids in slot 0, each in a row of its own with its key: how a write of many rows is read back. */
export function getWrittenByIdsShape(entity: EntityModel): SelectShape {
  const known = byIds.get(entity);
  if (known) return known;
  const { key, ...one } = getWrittenShape(entity);
  const shape: SelectShape = {
    ...one,
    key: `${key}s`,
    source: { from: 'ids' },
    sort: planKeySort(entity),
    window: { kind: 'all' },
    count: 'none',
    position: { side: 'start', terms: [] },
  };
  byIds.set(entity, shape);
  return shape;
}

/** The read-back of a create whose key is not known yet. */
export function buildInsertedShape(entity: EntityModel): SelectShape {
  return findWritten(entity, buildOneShape(`${entity.name} inserted`, entity, { from: 'inserted' }));
}

/** The same read of rows with a delete date. */
export function findDeletedToo(shape: SelectShape, deleted: DeletedRows): SelectShape {
  return deleted === 'without' ? shape : { ...shape, key: shape.key + formatDeletedKey(deleted), deleted };
}

/** A read of one entity, by the key of its shape. */
export function buildOneShape(key: string, subject: EntityModel, source: SelectSource): SelectShape {
  return {
    key,
    keptFrom: 'first use',
    subject,
    source,
    deleted: 'without',
    filters: [],
    junction: 'and',
    where: null,
    sort: [],
    window: { kind: 'one' },
    count: 'exact',
    position: null,
    view: null,
  };
}
