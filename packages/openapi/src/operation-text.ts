// What an operation does, in a sentence or two: the description of operations to which the author gives none.
import type { CollectionModel, EntityModel, Route, RouteKind } from '@decorest/core';

/** Describes an operation in the author's words, or in ours, with the filters that it requires. */
export function describeOperation(route: Route): string {
  return `${route.description ?? describeKind[route.kind](route)}${describeRequiredFilters(route)}`;
}

const measures = 'counts, sums and other measures of each group';

const describeKind: Readonly<Record<RouteKind, (route: Route) => string>> = {
  list: (route) => `Returns a list of ${route.entity.name} entities.${describeChoices(route)}`,
  create: ({ entity }) => `Creates one ${entity.name} and returns it.`,
  read: ({ entity }) => `Returns one ${entity.name}.`,
  update: ({ entity }) =>
    `Changes the members of one ${entity.name} that the body names, keeps all others, and returns the result.`,
  delete: ({ entity }) => `Deletes one ${entity.name}.`,
  restore: ({ entity }) =>
    `Restores one deleted ${entity.name} and returns it. If it is not deleted, nothing changes.`,
  aggregate: ({ entity }) => `Groups ${entity.name} entities and returns ${measures}.`,
  'edge-read': (route) =>
    addEdgeText(`Returns the ${describeEdge(route)}: one ${route.subject.name}.`, route),
  'edge-create': (route) =>
    addEdgeText(
      route.edge?.unique
        ? `Creates one ${route.subject.name}, makes it the ${describeEdge(route)}, and returns it.`
        : `Creates one ${route.subject.name}, adds it to the ${describeEdge(route)}, and returns it.`,
      route,
    ),
  'edge-list': (route) =>
    addEdgeText(
      `Returns the ${describeEdge(route)}: a list of ${route.subject.name} entities.${describeChoices(route)}`,
      route,
    ),
  'bulk-create': ({ entity }) =>
    `Creates many ${entity.name} entities, all or none, and returns them in the order of the body.`,
  'bulk-update': ({ entity }) =>
    `Changes many ${entity.name} entities, all or none. An object changes the same members of all entities that match the filters. An array changes each entity that it names by its id; it takes no filters.`,
  'bulk-delete': ({ entity }) => `Deletes all ${entity.name} entities that match the filters, or none.`,
  'edge-aggregate': (route) =>
    addEdgeText(`Groups the ${describeEdge(route)} and returns ${measures}.`, route),
};

function describeEdge({ entity, edge }: Route): string {
  return `\`${edge?.name ?? ''}\` of one ${entity.name}`;
}

/** Adds what the author says about the edge. */
function addEdgeText(text: string, { edge }: Route): string {
  return [text, edge?.doc.description ?? ''].join(' ').trimEnd();
}

/** What a client can choose of a list. */
function describeChoices({ subject, collection }: Route): string {
  const choices = listChoices(subject, collection);
  if (choices.length === 0) return '';
  const last = choices.pop() ?? '';
  return ` You can ${choices.length === 0 ? last : `${choices.join(', ')} and ${last}`} it.`;
}

function listChoices({ filters, where, sorts }: EntityModel, collection: CollectionModel | null): string[] {
  return [
    ...(filters.length > 0 || where ? ['filter'] : []),
    ...(sorts.length > 0 ? ['sort'] : []),
    ...(collection?.paginated ? ['page through'] : []),
  ];
}

function describeRequiredFilters(route: Route): string {
  const names = route.requiredFilters.map((name) => `\`${name}\``);
  if (names.length === 0) return '';
  const filters = names.length === 1 ? 'The filter' : 'One of the filters';
  const places = route.subject.where
    ? ', as a parameter or in `where`, outside of `or`, `not` and edges'
    : '';
  const required = `${filters} ${names.join(', ')} is required${places}.`;
  return route.kind === 'bulk-update' ? ` With an object: ${required}` : ` ${required}`;
}
