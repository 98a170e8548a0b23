// Rows of node-postgres: texts of the server, some of which are parsed.
import type { ClientBase } from 'pg';
import type { Row } from '../sql/row-renderer.js';
import type { Statement } from '../sql/statement.js';

/** A row as the server sends it. */
export type Texts = (string | null)[];

/** A column of a statement's rows, as far as it says how its texts are read. */
export interface Column {
  readonly dataTypeID: number;
}

/** Makes a row of the texts of its columns. */
export type RowReader = (texts: Texts) => Row;

/** node-postgres's choice of parser, by the id of a column's type. */
type ParserOf = (typeId: number) => (text: string) => unknown;

/** Columns that are printed as they are sent stay text; the others are parsed as TypeORM expects it of the driver. */
export function rowReader(client: ClientBase, { printed }: Statement, columns: readonly Column[]): RowReader {
  const parserOf: ParserOf = client.getTypeParser.bind(client);
  const parsers = columns.flatMap(({ dataTypeID }, at) =>
    printed.has(at) ? [] : [{ at, parse: parserOf(dataTypeID) }],
  );
  if (parsers.length === 0) return asTexts;
  return (texts) => {
    const row: unknown[] = texts;
    for (const { at, parse } of parsers) {
      const text = texts[at];
      if (typeof text === 'string') row[at] = parse(text);
    }
    return row;
  };
}

/** Where no column is parsed, or there is none. */
export const asTexts: RowReader = (texts) => texts;
