// Rows of node-postgres: texts of the server, some of which are parsed.
import type { ClientBase } from 'pg';
import type { Row } from '../sql/row-renderer.js';
import type { Statement } from '../sql/statement.js';
import type { Texts } from './postgres-pipeline.js';

/** Makes a row of the texts of its columns. */
export type RowReader = (texts: Texts) => Row;

/** node-postgres's choice of parser, by the id of a column's type. */
type ParserOf = (typeId: number) => (text: string) => unknown;

/** Columns that are printed as they are sent stay text; the others are parsed as TypeORM expects it of the driver. */
export function rowReader(
  client: ClientBase,
  { printed }: Statement,
  fields: readonly { readonly dataTypeID: number }[],
): RowReader {
  const parserOf: ParserOf = client.getTypeParser.bind(client);
  const parsers = fields.flatMap(({ dataTypeID }, at) =>
    printed.has(at) ? [] : [{ at, parse: parserOf(dataTypeID) }],
  );
  if (parsers.length === 0) return (texts) => texts;
  return (texts) => {
    const row: unknown[] = texts;
    for (const { at, parse } of parsers) {
      const text = texts[at];
      if (typeof text === 'string') row[at] = parse(text);
    }
    return row;
  };
}
