// Warns at the start of what an API leaves open or leaves out although nothing says that it is meant to.
import type { ApiOptions, Logger } from '../../options.js';
import type { EntityModel } from '../api-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';

/** Logs an entry of the start. */
export type Warn = (entry: object, message: string) => void;

/** A logger that throws or rejects does not keep an API from starting. */
export function createStartWarning(logger: Logger): Warn {
  return (entry, message) => {
    const logging = async () => {
      await logger.warn(entry, message);
    };
    logging().catch((error: unknown) => {
      console.error(error);
    });
  };
}

const writes = ['create', 'update', 'delete'] as const;

/**
 * Warns once of classes that clients may write, and whose operations nobody has chosen: without policies, hooks, annotations of
 * operations, and the option `defaultOperations`.
 */
export function warnOfOpenWrites(
  entities: readonly EntityModel[],
  scanned: readonly ScannedEntity[],
  { defaultOperations }: Pick<ApiOptions, 'defaultOperations'>,
  warn: Warn,
): void {
  if (defaultOperations !== undefined) return;
  const chosen = new Set(scanned.filter(hasChosenOperations).map(({ name }) => name));
  const open = entities.filter(
    ({ name, mounted, operations, hasPolicies, hasHooks }) =>
      mounted &&
      !hasPolicies &&
      !hasHooks &&
      !chosen.has(name) &&
      writes.some((one) => operations.includes(one)),
  );
  if (open.length === 0) return;
  warn(
    { entities: open.map(({ name }) => name) },
    'Every client that is let through to the API can create, change and delete these entities. Restrict them with hooks, policies, @IncludeOperations() or the option defaultOperations; to choose all operations there silences this warning, too.',
  );
}

function hasChosenOperations({ annotations: { own } }: ScannedEntity): boolean {
  return own.includeOperations !== undefined || own.excludeOperations !== undefined;
}

/** Warns once of listeners and subscribers of loads: reads create no instances that they could be given. */
export function warnOfLoadListeners(
  entities: readonly EntityModel[],
  scanned: readonly ScannedEntity[],
  warn: Warn,
): void {
  const served = new Set(entities.map(({ name }) => name));
  const listeners = scanned
    .filter(({ name }) => served.has(name))
    .flatMap(({ loadListeners }) => loadListeners);
  if (listeners.length === 0) return;
  warn(
    { listeners: [...new Set(listeners)] },
    'Reads of the API do not call these listeners of loads, as they create no instances. Compute the values with a transformer of the column or a @VirtualColumn().',
  );
}

/** Warns once of relations across which TypeORM would soft-delete or restore rows, and the API does not. */
export function warnOfSoftCascades(
  entities: readonly EntityModel[],
  scanned: readonly ScannedEntity[],
  warn: Warn,
): void {
  const softDeleted = new Set(scanned.flatMap(({ name, table }) => (table.deletedAt === null ? [] : name)));
  const relations = entities
    .filter(({ name, operations }) => softDeleted.has(name) && operations.includes('delete'))
    .flatMap(({ name }) =>
      (scanned.find((entity) => entity.name === name)?.relations ?? [])
        .filter(({ softCascade, target }) => softCascade && softDeleted.has(target))
        .map(({ property }) => `${name}.${property}`),
    );
  if (relations.length === 0) return;
  warn(
    { relations },
    'The API does not soft-delete or restore related rows, although `cascade` says so: they stay as they are. Do it in a hook, such as hooksFor(Folder, { after: { delete: ... } }).',
  );
}
