// Warns of declared members that the API leaves out.
import type { Logger } from '../options.js';
import type { ScannedEntity } from './scan-entities.js';

/**
 * Warns once at startup of `@RelationId` members whose ids are in other tables. A member with `@Skip()` is left out on
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
    'These ids are left out because other tables hold them. Use the endpoint of the edge, or @EagerLoad() on the edge; @Skip() on the member silences this warning.',
  );
}
