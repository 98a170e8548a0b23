// Route -> its error answers: the possible statuses, each with its possible codes.
import {
  bodyOperations,
  problemSchema,
  problemStatus,
  problemTitles,
  type ApiModel,
  type DeclaredProblem,
  type EntityModel,
  type ProblemCode,
  type Route,
  type RouteKind,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { listPreconditionProblems } from './condition-object.js';
import { buildResponseHeaders, type HeaderName } from './response-header.js';
import { toSchemaObject } from './schema-object.js';

const always: readonly ProblemCode[] = [
  'invalid_request',
  'not_acceptable',
  'internal_error',
  'unavailable',
  'timeout',
];
const withBody: readonly ProblemCode[] = ['malformed_body', 'body_too_large', 'unsupported_media_type'];

/** A rule of the database can refuse each write. */
const ofWrites: readonly ProblemCode[] = ['conflict'];

const withKey: readonly ProblemCode[] = ['request_in_progress', 'idempotency_key_reused'];

/** Codes of some kinds of routes only. */
const byKind: Readonly<Record<RouteKind, (entity: EntityModel) => readonly ProblemCode[]>> = {
  list: () => [],
  create: (entity) => ['already_exists', ...listEdgeConflicts(entity, 'create')],
  read: () => ['not_found'],
  update: (entity) => ['not_found', 'already_exists', ...listEdgeConflicts(entity, 'update')],
  delete: (entity) => ['not_found', ...listReferenceConflicts(entity)],
  restore: ({ observedWrites }) => [
    'not_found',
    'already_exists',
    ...(observedWrites.restore ? (['edge_conflict'] as const) : []),
  ],
  aggregate: () => [],
  'edge-read': () => ['not_found'],
  'edge-list': () => ['not_found'],
  // The foreign key or the link is written in any case.
  'edge-create': () => ['not_found', 'already_exists', 'edge_conflict'],
  'edge-aggregate': () => ['not_found'],
  'bulk-create': (entity) => ['already_exists', ...listEdgeConflicts(entity, 'create')],
  'bulk-update': (entity) => ['already_exists', ...listEdgeConflicts(entity, 'update')],
  'bulk-delete': listReferenceConflicts,
};

/** A write can change edges through its body, or through listeners and hooks. */
function listEdgeConflicts(
  { edges, observedWrites }: EntityModel,
  operation: 'create' | 'update',
): ProblemCode[] {
  return observedWrites[operation] ||
    edges.some(({ settable, creation }) => settable[operation] || creation?.nested)
    ? ['edge_conflict']
    : [];
}

/** A soft delete keeps the row, and so the rows that refer to it. */
function listReferenceConflicts({ table }: EntityModel): ProblemCode[] {
  return table.deletedAt === null ? ['still_referenced'] : [];
}

const ownHeaders: Readonly<Partial<Record<number, readonly HeaderName[]>>> = {
  401: ['WWW-Authenticate'],
  415: ['Accept-Encoding', 'Accept-Patch'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Builds the error answers of a route by status, including the author's global ones. */
export function buildProblemResponses(route: Route, context: DocumentContext): oas31.ResponsesObject {
  const generated = [...groupByStatus(listProblems(route, context.model))].map(
    ([status, problems]) => [String(status), buildProblemResponse(status, problems, context)] as const,
  );
  return {
    431: buildLongHeadersResponse(context),
    ...structuredClone(context.options.globalErrorResponses),
    ...Object.fromEntries(generated),
  };
}

/** The HTTP server answers it before the API sees the request. */
function buildLongHeadersResponse({ components }: DocumentContext): oas31.ReferenceObject {
  return components.response('RequestHeaderFieldsTooLarge', () => ({
    description: 'The request line and the headers are too long for the server. The answer has no body.',
  }));
}

/** A route that is not mounted is a 404 unless the author's own middleware answers. */
function listProblems(route: Route, { listNotFound, errors }: ApiModel): DeclaredProblem[] {
  const mayBeMissing =
    !route.mounted || ((route.kind === 'list' || route.kind === 'aggregate') && listNotFound);
  const refused: readonly ProblemCode[] = route.mayForbid ? ['forbidden'] : [];
  const codes: readonly ProblemCode[] = [
    ...always,
    ...refused,
    ...(bodyOperations[route.kind] ? withBody : []),
    ...byKind[route.kind](route.entity),
    ...(isWrite(route) ? ofWrites : []),
    ...listPreconditionProblems(route),
    ...(route.idempotencyKey === null ? [] : withKey),
    ...(hasClassWithoutOperation(route) ? (['method_not_allowed'] as const) : []),
  ];
  const ours = mayBeMissing && !codes.includes('not_found') ? [...codes, 'not_found' as const] : codes;
  return [
    ...ours.map((code) => ({ code, status: problemStatus[code], title: problemTitles[code] })),
    ...errors.filter(({ code }) => route.errors.includes(code) && !ours.some((own) => own === code)),
  ];
}

function isWrite({ operation }: Route): boolean {
  return operation !== 'list' && operation !== 'read';
}

/** Whether the row can be of a class without the operation. */
function hasClassWithoutOperation({ kind, entity: { variants } }: Route): boolean {
  if (!variants || (kind !== 'update' && kind !== 'delete')) return false;
  return variants.classes.some(({ entity }) => !entity.mounted || !entity.operations.includes(kind));
}

function groupByStatus(problems: readonly DeclaredProblem[]): Map<number, DeclaredProblem[]> {
  const found = new Map<number, DeclaredProblem[]>();
  for (const problem of problems) {
    const { status } = problem;
    found.set(status, [...(found.get(status) ?? []), problem]);
  }
  return found;
}

/** The component is named after its codes, so that routes with the same codes share it. */
function buildProblemResponse(
  status: number,
  problems: readonly DeclaredProblem[],
  context: DocumentContext,
): oas31.ReferenceObject {
  const ofCodes: readonly HeaderName[] = problems.some(({ code }) => code === 'request_in_progress')
    ? ['Retry-After-If-In-Progress']
    : [];
  return context.components.response(problems.map(({ code }) => toPascalCase(code)).join('Or'), () => ({
    description: problems.map(({ code, title }) => `${title} (\`${code}\`).`).join(' '),
    headers: buildResponseHeaders(
      ['X-Content-Type-Options', 'Cache-Control', ...(ownHeaders[status] ?? []), ...ofCodes],
      context,
    ),
    content: { 'application/problem+json': { schema: buildProblemSchema(context) } },
  }));
}

function buildProblemSchema({ components, model }: DocumentContext): oas31.ReferenceObject {
  return components.schema('Problem', () => addErrorCodes(toSchemaObject(problemSchema), model.errors));
}

/** Adds the author's own codes to the enum of codes. */
function addErrorCodes(schema: oas31.SchemaObject, errors: readonly DeclaredProblem[]): oas31.SchemaObject {
  const { code } = schema.properties ?? {};
  const ours = Object.keys(problemTitles);
  if (code && 'enum' in code) code.enum = [...new Set([...ours, ...errors.map((error) => error.code)])];
  return schema;
}

function toPascalCase(code: string): string {
  return code.replace(/(?:^|_)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}
