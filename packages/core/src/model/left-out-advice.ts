// Members that an author declared and the API leaves out.
import type { Logger } from '../options.js';
import type { ScannedEntity } from './scan-entities.js';

/**
 * Warns once at the start of `@RelationId` members whose ids are in other tables. A member with `@Skip()` is left out on
 * purpose.
 */
export function adviseLeftOut(scanned: readonly ScannedEntity[], logger: Logger): void {
  const members = scanned
    .filter(({ annotations }) => !annotations.own.skip)
    .flatMap(({ name, leftOut, annotations }) =>
      leftOut.flatMap((member) => (annotations.members.get(member)?.skip ? [] : `${name}.${member}`)),
    );
  if (members.length === 0) return;
  logger.warn(
    { members },
    'These ids are left out: they are in other tables. The endpoint of the edge lists them, and @EagerLoad() on the edge embeds its rows; @Skip() on the member silences this.',
  );
}
