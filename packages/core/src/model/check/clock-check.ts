// Finds the columns with times whose meaning depends on the time zone of the database's sessions.
import type { ScannedEntity } from '../scan/scan-entities.js';

/** The columns of a time without a zone that the database fills in, such as those of `@CreateDateColumn`: `Pet.createdAt`. */
export function findServerTimes(
  scanned: readonly ScannedEntity[],
  isShown: (entity: string) => boolean,
): readonly string[] {
  return scanned
    .filter(({ name, table }) => isShown(name) && !table.isView)
    .flatMap(({ name, columns }) =>
      columns
        .filter(
          ({ columnKind, type, generated, hasDefault, defaultValue, expression }) =>
            columnKind === 'datetime' &&
            expression === null &&
            !/with time zone|timestamptz/.test(type) &&
            (generated || (hasDefault && defaultValue === null)),
        )
        .map(({ property }) => `${name}.${property}`),
    );
}
