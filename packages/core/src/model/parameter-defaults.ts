// The documented defaults of the query parameters of a route. A parameter with its default is as absent: some clients send
// every default that the document has.
import { OrderAsc } from '../vocabulary/order.js';
import { formatEdgeParameter, parameterNames } from '../vocabulary/wire-names.js';
import type { ApiModel } from './api-model.js';
import { bulkOperationOf, showsRows, type Route, type RouteKind } from './route-model.js';

/** Defaults by name of parameter. A parameter whose default depends on others has none here. */
export type ParameterDefaults = ReadonlyMap<string, string | number | boolean>;

/** Lists the defaults of a route. */
export function listParameterDefaults(route: Route, model: ApiModel): ParameterDefaults {
  return new Map([
    [parameterNames.pretty, false] as const,
    ...(listsRows[route.kind] ? listOfRows(route) : []),
    ...(showsRows[route.kind] ? listOfPaths(route) : []),
    ...(bulkOperationOf[route.kind] === 'create' ? [] : listOfSelection(route, model)),
  ]);
}

/** The kinds of routes that take filters, and the order of their answer. */
const listsRows: Readonly<Record<RouteKind, 'rows' | 'groups' | null>> = {
  list: 'rows',
  'edge-list': 'rows',
  aggregate: 'groups',
  'edge-aggregate': 'groups',
  read: null,
  'edge-read': null,
  create: null,
  'edge-create': null,
  update: null,
  delete: null,
  restore: null,
  'bulk-create': null,
  'bulk-update': null,
  'bulk-delete': null,
};

type Default = readonly [name: string, value: string | number | boolean];

function listOfRows({ kind, subject, collection }: Route): Default[] {
  const { page, perPage, count, order, filterOp } = parameterNames;
  const { sorts, defaultSort } = subject;
  // The default sort has an order of its own.
  const isAscending = listsRows[kind] === 'groups' || (sorts.length > 0 && defaultSort.order === OrderAsc);
  return [
    ...(collection?.paginated
      ? ([
          [page, 1],
          [perPage, collection.defaultItems],
          // With a cursor, nothing is counted unless the client asks for it.
          ...(collection.cursors
            ? []
            : collection.countModes.slice(0, 1).map((mode) => [count, mode] as const)),
        ] as const)
      : []),
    ...(isAscending ? [[order, OrderAsc] as const] : []),
    ...(subject.filters.length > 0 ? [[filterOp, 'and'] as const] : []),
  ];
}

function listOfPaths({ subject: { includes } }: Route): Default[] {
  return includes.flatMap(({ path, limit, parameters }) =>
    typeof limit?.initial === 'number' && parameters.includes('limit')
      ? [[formatEdgeParameter(path, 'limit'), limit.initial] as const]
      : [],
  );
}

function listOfSelection({ kind, subject: { bulk } }: Route, { limits }: ApiModel): Default[] {
  if (bulkOperationOf[kind] === null || !bulk) return [];
  return [
    [parameterNames.maxAffected, limits.bulk],
    ...(bulk.filters.length > 0 ? [[parameterNames.filterOp, 'and'] as const] : []),
  ];
}
