// Annotations of an application's own, made of ours: with `declaration` their types must be nameable from outside.
import * as decorest from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { restMiddleware, restRouter } from '@decorest/koa';

export const searchable = decorest.Filter(decorest.FilterGroupContains);
export const byEdge = decorest.Filter(decorest.FilterEdge, decorest.FilterIsNil);
export const grouped = decorest.FilterGroup('search');
export const sortable = decorest.Sortable();
export const newestFirst = decorest.DefaultSort('-createdAt');
export const descending = decorest.DefaultOrder(decorest.OrderDesc);
export const example = decorest.Example('Rex');
export const anything = decorest.Schema(decorest.SchemaObjectAny);
export const readOnlyClass = decorest.IncludeOperations(decorest.OperationRead, decorest.OperationList);
export const undeletable = decorest.ExcludeOperations(decorest.OperationDelete);
export const eager = decorest.EagerLoad();
export const paged = decorest.ItemsPerPage(20);
export const internal = decorest.Skip();
export const tagged = decorest.Tags('animals');
export const described = decorest.Description('An animal.');

export function apiOf(...given: Parameters<typeof decorest.createApi>) {
  const api = decorest.createApi(...given);
  const { entities } = api.model;
  const document = openApiDocument(api);
  return { api, entities, document, router: restRouter(api), middleware: restMiddleware(api) };
}
