// The compiled form of an aggregate: one statement, and the printer of its groups, each of them a flat JSON object.
import type { EntityModel } from '../model/api-model.js';
import { UnfitValue } from './json-text.js';
import { createResponseTooLarge, isOverSize } from './response-size.js';
import { StoredValueError, type Row } from './row-renderer.js';
import type { Statement } from './statement.js';
import type { TableScan } from './condition-scans.js';

/** The statement and the printer of one shape. The last column of each row is the number of all groups. */
export interface GroupProgram {
  readonly statement: Statement;
  /** Distinguishes an edge without groups from a parent that does not exist; null for the rows of a collection. */
  readonly parentExists: Statement | null;
  /** The tables that the read scans. */
  readonly scans: readonly TableScan[];
  /** The number of all groups, from the rows of a page. */
  total(rows: readonly Row[]): number;
  /** Returns the JSON text of the groups, with commas between them. Throws `response_too_large` beyond `maxBytes`. */
  print(rows: readonly Row[], maxBytes: number): string;
}

/** A key or a measure in the answer, and the number of its columns. */
interface PrintedMember {
  readonly name: string;
  readonly width: number;
  readonly print: (stored: readonly unknown[]) => string;
}

/** Prints groups. The last column of each row is the number of all groups. */
export function createGroupPrinter(
  entity: EntityModel,
  members: readonly PrintedMember[],
): Pick<GroupProgram, 'total' | 'print'> {
  const places = members.map((_, at) => members.slice(0, at).reduce((sum, { width }) => sum + width, 0));
  const names = members.map(({ name }) => `${JSON.stringify(name)}:`);
  const printGroup = (row: Row) => {
    const texts = members.map((member, at) => {
      const from = places[at] ?? 0;
      return `${names[at] ?? ''}${printMember(entity, member, row.slice(from, from + member.width))}`;
    });
    return `{${texts.join(',')}}`;
  };
  return {
    total: ([first]) => (first ? Number(first.at(-1)) : 0),
    print: (rows, maxBytes) => {
      let text = '';
      for (let at = 0; at < rows.length && text.length <= maxBytes; at++)
        text += (at === 0 ? '' : ',') + printGroup(rows[at] ?? []);
      if (isOverSize(text, maxBytes)) throw createResponseTooLarge(maxBytes);
      return text;
    },
  };
}

/** Never prints a value that does not fit, not even in the error. */
function printMember({ name }: EntityModel, member: PrintedMember, stored: readonly unknown[]): string {
  try {
    return member.print(stored);
  } catch (error) {
    if (!(error instanceof UnfitValue)) throw error;
    throw new StoredValueError(`${name}: a value of the groups is not of the kind of '${member.name}'.`);
  }
}
