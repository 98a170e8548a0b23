// The names that a parameter takes, as a component: client generators write one type for it, wherever it is used.
import { OrderAsc, OrderDesc, type EntityModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { ComponentName } from './component-name.js';
import type { DocumentContext } from './document-context.js';

/** References the component of an enum. Its content belongs to its name. */
export function buildNameEnum(
  name: ComponentName,
  values: readonly string[],
  { components }: DocumentContext,
): oas31.ReferenceObject {
  return components.schema(name, () => ({ type: 'string', enum: [...values] }));
}

/** Both directions of a sort. */
export function buildDirectionEnum(context: DocumentContext): oas31.ReferenceObject {
  return buildNameEnum('SortDirection', [OrderAsc, OrderDesc], context);
}

/** The keys of an entity's `sort`, each in both directions; `random` stands apart. */
export function buildSortKeyEnum(
  { name, sorts }: EntityModel,
  context: DocumentContext,
): oas31.ReferenceObject {
  const keys = sorts.filter(({ by }) => by !== 'random').flatMap(({ key }) => [key, `-${key}`]);
  return buildNameEnum({ of: name, part: 'SortKey' }, keys, context);
}
