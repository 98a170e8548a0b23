// What the server itself puts into a new row.
import { randomUUID } from 'node:crypto';
import type { EntityModel } from '../model/api-model.js';

/** Values of the columns that the server fills itself, in the order of their slots. */
export function generateValues({ table }: EntityModel): readonly string[] {
  return table.filledColumns.filter(({ by }) => by === 'uuid').map(() => randomUUID());
}
