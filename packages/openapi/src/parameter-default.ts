// The documented default of a parameter: the one that requests are read with.
import { listParameterDefaults, type Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';

/** Part of the schema of a route's parameter; empty without a default. */
export function describeDefault(
  route: Route,
  name: string,
  { model }: DocumentContext,
): Pick<oas31.SchemaObject, 'default'> {
  const value = listParameterDefaults(route, model).get(name);
  return value === undefined ? {} : { default: value };
}
