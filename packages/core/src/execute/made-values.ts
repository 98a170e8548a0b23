// What the server itself puts into a new row.
import { randomUUID } from 'node:crypto';
import type { EntityModel } from '../model/api-model.js';

/** Values of the columns that the server fills itself, in the order of their slots. */
export function madeValues({ table }: EntityModel): readonly string[] {
  return table.filled.filter(({ by }) => by === 'uuid').map(() => randomUUID());
}
