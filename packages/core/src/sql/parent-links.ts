// How the rows of an edge are connected with those of their parents, by whose keys they are matched.
import type { JoinModel } from '../model/join-model.js';
import { qualifyKey, toOperand } from './key-sql.js';
import { compileEdgeKeys, type EdgeKeys } from './policy-sql.js';
import { quoteTable, type RowScope } from './table-sql.js';
import type { EdgeRead } from './view-layout.js';

/** The alias of the parents. */
export const parentAlias = 'p';

/**
 * The rows that an edge leads to, and the keys of their parents. Where a foreign key may be spelled otherwise than the key that
 * it equals, the parents are joined: their rows have the spelling that is known. Binds no placeholders until `compileVisible`.
 */
export function compileParentLinks(
  { context, binder, alias }: Omit<RowScope, 'entity'>,
  { parent, shown: { edge } }: Pick<EdgeRead, 'parent' | 'shown'>,
): EdgeKeys {
  const links = compileEdgeKeys({ context, binder }, edge, alias);
  if (isExact(edge.join)) return links;
  const key = qualifyKey(context, parentAlias, parent);
  const parents = `${quoteTable(context, parent.table.path)} ${parentAlias}`;
  return {
    ...links,
    from: `${links.from} JOIN ${parents} ON ${toOperand(key)} = ${toOperand(links.key)}`,
    key,
  };
}

/** Whether a foreign key has the text of the key that it equals. */
export function isExact(join: JoinModel): boolean {
  return join.kind !== 'own' && join.exact;
}
