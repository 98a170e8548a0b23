// Route -> the answers when something goes wrong: the statuses it can have, each with the codes it can carry.
import {
  problemSchema,
  problemStatus,
  problemTitles,
  type ApiModel,
  type EntityModel,
  type ProblemCode,
  type Route,
  type RouteKind,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { Draft } from './draft.js';
import { bodyOf } from './request-body.js';
import { responseHeaders, type HeaderName } from './response-header.js';
import { schemaObject } from './schema-object.js';

const always: readonly ProblemCode[] = [
  'invalid_request',
  'not_acceptable',
  'internal_error',
  'unavailable',
  'timeout',
];
const withBody: readonly ProblemCode[] = ['malformed_body', 'body_too_large', 'unsupported_media_type'];

/** What only some kinds of routes can answer. */
const byKind: Readonly<Record<RouteKind, (entity: EntityModel) => readonly ProblemCode[]>> = {
  list: () => [],
  create: (entity) => ['already_exists', ...edgeConflict(entity, 'create')],
  read: () => ['not_found'],
  update: (entity) => ['not_found', 'already_exists', ...edgeConflict(entity, 'update')],
  delete: (entity) => ['not_found', ...stillReferenced(entity)],
  'edge-read': () => ['not_found'],
  'edge-list': () => ['not_found'],
};

/** A write changes edges by its body, or by what listeners and hooks do to the entity. */
function edgeConflict({ edges, followed }: EntityModel, operation: 'create' | 'update'): ProblemCode[] {
  return followed[operation] || edges.some(({ settable }) => settable[operation]) ? ['edge_conflict'] : [];
}

/** A soft deletion leaves the row where it is, and so what refers to it. */
function stillReferenced({ table }: EntityModel): ProblemCode[] {
  return table.deletedAt === null ? ['still_referenced'] : [];
}

const ownHeaders: Readonly<Partial<Record<number, readonly HeaderName[]>>> = {
  415: ['Accept-Encoding'],
  503: ['Retry-After'],
};

/** The error answers of a route by status, the author's global ones included. */
export function problemResponses(route: Route, draft: Draft): oas31.ResponsesObject {
  const generated = [...codesByStatus(codesOf(route, draft.model))].map(
    ([status, codes]) => [String(status), problemResponse(status, codes, draft)] as const,
  );
  return { ...structuredClone(draft.options.globalErrorResponses), ...Object.fromEntries(generated) };
}

/** A route that is not mounted is missing unless the author's own middleware answers. */
function codesOf(route: Route, model: ApiModel): ProblemCode[] {
  const mayBeMissing = !route.mounted || (route.kind === 'list' && model.listNotFound);
  const refused: readonly ProblemCode[] = route.mayForbid ? ['forbidden'] : [];
  const codes = [
    ...always,
    ...refused,
    ...(bodyOf(route.kind) ? withBody : []),
    ...byKind[route.kind](route.entity),
  ];
  return mayBeMissing && !codes.includes('not_found') ? [...codes, 'not_found'] : codes;
}

function codesByStatus(codes: readonly ProblemCode[]): Map<number, ProblemCode[]> {
  const found = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const status = problemStatus[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}

/** Named after its codes, so that routes with the same ones share it. */
function problemResponse(status: number, codes: readonly ProblemCode[], draft: Draft): oas31.ReferenceObject {
  return draft.components.response(codes.map(pascalCase).join('Or'), () => ({
    description: codes.map((code) => `${problemTitles[code]} (\`${code}\`).`).join(' '),
    headers: responseHeaders(['X-Content-Type-Options', ...(ownHeaders[status] ?? [])], draft),
    content: { 'application/problem+json': { schema: problem(draft) } },
  }));
}

function problem({ components }: Draft): oas31.ReferenceObject {
  return components.schema('Problem', () => schemaObject(problemSchema));
}

function pascalCase(code: ProblemCode): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());
}
