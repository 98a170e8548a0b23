// JSON made inside the database: rows become the text of an answer there, without an object for each row in between.
import type { DatabaseName } from '../data/database.js';

/** For each key, in the order of the answer, a number or what the functions of JsonSql return. */
export type Fields = Readonly<Record<string, string>>;

/** Spells JSON in the SQL of one database. Both spell it without spaces, as JSON.stringify does. */
export interface JsonSql {
  /** A text, which is not NULL. */
  string(column: string): string;
  object(fields: Fields): string;
  nullWhen(condition: string, json: string): string;
  /** `item` for each row of `from`, which begins with a subquery in this order. */
  array(item: string, from: string, order: string): string;
}

const sqliteJson: JsonSql = {
  string: (column) => column,
  object: (fields) =>
    `json_object(${Object.entries(fields)
      .map(([key, value]) => `'${key}', ${value}`)
      .join(', ')})`,
  nullWhen: (condition, json) => `CASE WHEN ${condition} THEN NULL ELSE ${json} END`,
  // The rows of a subquery come in its order. ORDER BY inside the function would sort them again.
  array: (item, from) => `(SELECT json_group_array(${item}) FROM ${from})`,
};

/** With format: row_to_json is slower, and json_build_object writes spaces. */
const postgresJson: JsonSql = {
  string: (column) => `to_json(${column})`,
  object: (fields) => {
    const values = Object.values(fields);
    const keys = Object.keys(fields).map((key) => `"${key}":%s`);
    return values.length === 0 ? "'{}'" : `format('{${keys.join(',')}}', ${values.join(', ')})`;
  },
  nullWhen: (condition, json) => `CASE WHEN ${condition} THEN 'null' ELSE ${json} END`,
  array: (item, from, order) =>
    `(SELECT '[' || COALESCE(string_agg(${item}, ',' ORDER BY ${order}), '') || ']' FROM ${from})`,
};

export const jsonSqlOf: Readonly<Record<DatabaseName, JsonSql>> = {
  sqlite: sqliteJson,
  postgres: postgresJson,
};
