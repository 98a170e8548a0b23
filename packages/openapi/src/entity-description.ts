// Descriptions of entities: their kinds, and the format of their ids.
import type { EntityModel } from '@decorest/core';

/** Describes one entity. */
export function describeEntity(entity: EntityModel): string {
  const described = entity.doc.description ?? `One ${entity.name}.`;
  return [described, ...describeKinds(entity), ...describeKey(entity)].join(' ');
}

/** Single-table inheritance: a parent class includes the entities of its subclasses. */
function describeKinds({ table, fields }: EntityModel): string[] {
  const { column = null, values = [] } = table.discriminator ?? {};
  const kind = fields.find((field) => field.column === column);
  return kind && values.length > 1 ? [`\`${kind.name}\` is its kind: ${quoteWords(values)}.`] : [];
}

function describeKey(entity: EntityModel): string[] {
  return entity.key.length === 1 ? [] : [`Its id is ${describeId(entity)}`];
}

/** Describes the format of an id of several columns. */
export function describeId({ key }: EntityModel): string {
  const names = quoteWords(key.map(({ name }) => name));
  return `${names}, joined by commas; a percent sign or a comma in one of them is \`%25\` or \`%2C\`.`;
}

function quoteWords(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
