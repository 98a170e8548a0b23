// A model made by hand, without a database: what the document is made of, in every shape that it distinguishes.
import type {
  ApiModel,
  DocModel,
  EdgeModel,
  EntityModel,
  FieldKind,
  FieldModel,
  FilterModel,
  FilterTarget,
  FilterTest,
  JsonSchema,
  CollectionModel,
  Route,
  RouteKind,
} from '@decorest/core';

const noDoc: DocModel = {
  description: null,
  deprecated: false,
  tags: [],
  example: null,
  summaries: {},
  descriptions: {},
  operationIDs: {},
};

export const pages: CollectionModel = {
  paginated: true,
  minItems: 1,
  maxItems: 100,
  defaultItems: 10,
  cursors: false,
  totalCount: null,
  countModes: [],
  maxOffset: null,
  exports: [],
  exportLimit: 100_000,
};

const identity = (value: unknown): unknown => value;

/** A readable, settable, required field. */
export function field(
  name: string,
  kind: FieldKind,
  schema: JsonSchema,
  more: Partial<FieldModel> = {},
): FieldModel {
  return {
    property: name,
    name,
    kind,
    columnKind: kind,
    column: name,
    owned: true,
    nullable: false,
    nulls: 'lowest',
    unique: false,
    indexed: false,
    readable: true,
    settable: { create: true, update: true },
    required: true,
    filled: false,
    bounds: null,
    range: kind === 'integer' ? { minimum: '-2147483648', maximum: '2147483647' } : null,
    values: null,
    schema,
    bodySchema: schema,
    rules: {
      checked: 'never',
      appliesToNull: false,
      nested: false,
      hasMessages: false,
      judgedApart: false,
      accepts: () => true,
      meaningsOf: () => [],
    },
    doc: noDoc,
    codec: { encode: identity, decode: identity, transformed: false },
    get: (entity) => Reflect.get(entity, name) as unknown,
    set: (entity, value) => void Reflect.set(entity, name, value),
    declared: { by: null, as: name, rules: [], isValidated: false },
    expression: null,
    columnType: kind,
    inferred: false,
    padded: false,
    spelling: 'normal',
    scale: null,
    document: null,
    ...more,
  };
}

/** The generated integer id. */
export function idField(): FieldModel {
  const settable = { create: false, update: false };
  return field(
    'id',
    'integer',
    { type: 'integer', format: 'int32' },
    { unique: true, required: false, settable },
  );
}

/** A required unique edge with an endpoint, not eager. */
export function edge(name: string, target: string, more: Partial<EdgeModel> = {}): EdgeModel {
  return {
    property: name,
    name,
    path: name,
    target,
    unique: true,
    nullable: false,
    join: { kind: 'own', columns: [`${name}Id`], kept: [], indexed: true },
    eager: false,
    eagerLimit: 1000,
    includable: false,
    endpoint: 'with-class',
    collection: pages,
    requiredFilters: [],
    settable: { create: true, update: true },
    required: true,
    filled: false,
    bulk: false,
    creation: null,
    doc: noDoc,
    mounted: true,
    ...more,
  };
}

/** An entity with all operations, sorted by its id. */
export function entity(
  name: string,
  fields: readonly FieldModel[],
  more: Partial<EntityModel> = {},
): EntityModel {
  const [id] = fields;
  const body = { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } };
  return {
    name,
    path: `${name.toLowerCase()}s`,
    target: null,
    table: {
      path: name,
      isView: false,
      hasExactKey: true,
      columns: [],
      listeners: { insert: false, update: false, remove: false, recover: false },
      deletedAt: null,
      discriminator: null,
      filledColumns: [],
      classDefaults: [],
      keySources: [],
      returnsNewRows: true,
      alwaysGenerated: [],
      touchedColumns: [],
    },
    id: { name: id?.name ?? 'id', schema: id?.schema ?? {}, example: null },
    key: fields.slice(0, 1),
    fields,
    edges: [],
    operations: ['create', 'read', 'update', 'delete', 'list'],
    allowClientIDs: false,
    bulk: null,
    restorable: false,
    collection: pages,
    entityTag: null,
    requiresIfMatch: false,
    cacheControl: null,
    filters: [],
    where: null,
    requiredFilters: [],
    sorts: [],
    aggregate: null,
    defaultSort: { key: 'id', order: 'asc' },
    includeDepth: 1,
    includes: [],
    sparseFields: false,
    requiresIdempotencyKey: false,
    body: { create: { ...body, required: ['name'] }, update: body },
    doc: { ...noDoc, tags: [`${name}s`] },
    mounted: true,
    hasPolicies: false,
    hasHooks: false,
    variants: null,
    observedWrites: { create: false, update: false, delete: false, restore: false },
    ...more,
  };
}

/** A filter; that of a group where one is named. */
export function filter(
  name: string,
  test: FilterTest,
  targets: readonly FilterTarget[],
  group: string | null = null,
): FilterModel {
  return { name, ordinal: 0, test, group, targets };
}

/** A model of these entities with the limits that are the default. */
export function model(entities: readonly EntityModel[], more: Partial<ApiModel> = {}): ApiModel {
  const limits = {
    listLength: 100,
    filters: 20,
    comparisons: 250,
    statementLength: 128 * 1024,
    valueLength: 1024,
    bodySize: 1_048_576,
    jsonDepth: 16,
    offset: 100_000,
    responseBytes: 8_388_608,
    whereLength: 4096,
    whereDepth: 5,
    includes: 10,
    nodes: 10_000,
    count: 10_000,
    groupKeys: 3,
    measures: 10,
    exports: 4,
    bulk: 1000,
    edgeIds: 10_000,
  };
  return {
    entities,
    naming: 'declared',
    limits,
    strictMutate: true,
    returnMinimal: false,
    listNotFound: false,
    serverTiming: false,
    unpagedLimit: 1000,
    quotesFormulas: false,
    errors: [],
    ...more,
  };
}

const shapes = {
  list: { method: 'GET', operation: 'list', below: '' },
  create: { method: 'POST', operation: 'create', below: '' },
  read: { method: 'GET', operation: 'read', below: '/{id}' },
  update: { method: 'PATCH', operation: 'update', below: '/{id}' },
  delete: { method: 'DELETE', operation: 'delete', below: '/{id}' },
  restore: { method: 'POST', operation: 'update', below: '/{id}/restore' },
  aggregate: { method: 'GET', operation: 'list', below: '/aggregate' },
  'edge-read': { method: 'GET', operation: 'read', below: '/{id}' },
  'edge-list': { method: 'GET', operation: 'list', below: '/{id}' },
  'edge-create': { method: 'POST', operation: 'create', below: '/{id}' },
  'edge-aggregate': { method: 'GET', operation: 'list', below: '/{id}' },
  'bulk-create': { method: 'POST', operation: 'create', below: '/bulk' },
  'bulk-update': { method: 'PATCH', operation: 'update', below: '' },
  'bulk-delete': { method: 'DELETE', operation: 'delete', below: '' },
} as const satisfies Record<RouteKind, Pick<Route, 'method' | 'operation'> & { below: string }>;

/** A route of an entity, or of one of its edges to `subject`. */
export function route(kind: RouteKind, of: EntityModel, via: EdgeModel | null = null, subject = of): Route {
  const { method, operation, below } = shapes[kind];
  return {
    kind,
    method,
    operation,
    path: `/${of.path}${below}${via ? `/${via.path}` : ''}`,
    entity: of,
    edge: via,
    subject,
    collection: operation === 'list' ? (via ?? of).collection : null,
    requiredFilters: operation === 'list' ? (via ?? of).requiredFilters : [],
    operationId: `${kind.replace('-', '_')}_${of.name}${via ? `_${via.name}` : ''}`.toLowerCase(),
    summary: `${kind} ${of.name}`,
    description: null,
    tags: of.doc.tags,
    deprecated: false,
    mayForbid: false,
    caching: null,
    idempotencyKey: null,
    nestedJson: [],
    errors: [],
    mounted: true,
  };
}

const petType = field('type', 'enum', { type: 'string', enum: ['DOG', 'CAT'] }, { values: ['DOG', 'CAT'] });
const petName = field(
  'name',
  'string',
  { type: 'string', minLength: 1, maxLength: 80 },
  {
    doc: { ...noDoc, description: 'What it is called.', example: { value: 'Rex' } },
  },
);
const petAge = field(
  'age',
  'integer',
  { type: 'integer', minimum: 0, maximum: 200 },
  { nullable: true, required: false },
);

const username = field('username', 'string', { type: 'string', maxLength: 40 }, { unique: true });
const email = field('email', 'string', { type: 'string', format: 'email' }, { unique: true });

/** Leads to one user or none, and is loaded with every pet. */
export const owner = edge('owner', 'User', { nullable: true, eager: true });
/** Leads to pets, and is loaded with every user. */
export const pets = edge('pets', 'Pet', {
  unique: false,
  eager: true,
  eagerLimit: 50,
  join: {
    kind: 'foreign',
    columns: ['ownerId'],
    kept: [],
    indexed: true,
    orders: [],
    exact: true,
    distinct: false,
  },
  collection: { ...pages, paginated: false },
});
/** Leads to users in pages, and is not loaded. */
export const friends = edge('friends', 'User', {
  unique: false,
  join: {
    kind: 'table',
    table: 'friends',
    ownColumns: ['a'],
    targetColumns: ['b'],
    indexed: true,
    exact: true,
  },
  collection: { ...pages, maxItems: 20 },
});

/** Has filters of every arity, an edge in a filter, and sort keys of several kinds. */
export const pet = entity('Pet', [idField(), petName, petAge, petType], {
  edges: [owner],
  filters: [
    filter('name.ihas', 'ihas', [{ edge: null, field: petName }]),
    filter('age.gt', 'gt', [{ edge: null, field: petAge }]),
    filter('age.null', 'null', [{ edge: null, field: petAge }]),
    filter('type.eq', 'eq', [{ edge: null, field: petType }]),
    filter('type.in', 'in', [{ edge: null, field: petType }]),
    filter('has.owner', 'exists', [{ edge: owner, field: null }]),
    filter('owner.username.eq', 'eq', [{ edge: owner, field: username }]),
  ],
  sorts: [
    { key: 'id', ordinal: 0, by: 'field', field: idField() },
    { key: 'owner.username', ordinal: 1, by: 'edge-field', edge: owner, field: username },
    { key: 'random', ordinal: 2, by: 'random' },
  ],
  doc: { ...noDoc, tags: ['Pets'], description: 'An animal that lives with people.' },
});

/** Has a hidden field, embedded columns, a group filter, and edges of both kinds. */
export const user = entity(
  'User',
  [
    idField(),
    username,
    email,
    field('password', 'string', { type: 'string' }, { readable: false }),
    field('address.city', 'string', { type: 'string' }),
    field('address.zip', 'string', { type: 'string' }, { nullable: true }),
  ],
  {
    edges: [pets, friends],
    filters: [
      filter('username.eq', 'eq', [{ edge: null, field: username }]),
      filter(
        'search.ihas',
        'ihas',
        [
          { edge: null, field: username },
          { edge: null, field: email },
        ],
        'search',
      ),
    ],
    sorts: [{ key: 'pets.count', ordinal: 0, by: 'edge-count', edge: pets }],
  },
);

const voteKey = [
  field('userId', 'integer', { type: 'integer' }),
  field('petId', 'integer', { type: 'integer' }),
];

/** Its key has two columns. */
export const vote = entity('Vote', voteKey, {
  key: voteKey,
  id: { name: 'id', schema: { type: 'string', pattern: '^[0-9]+,[0-9]+$' }, example: null },
});

/** All of them with all their routes. */
export const petApi = {
  model: model([pet, user, vote]),
  routes: {
    list: [
      ...(['list', 'create', 'read', 'update', 'delete'] as const).flatMap((kind) => [
        route(kind, pet),
        route(kind, user),
      ]),
      route('edge-read', pet, owner, user),
      route('edge-list', user, pets, pet),
      route('edge-list', user, friends, user),
      ...(['list', 'create', 'read', 'update', 'delete'] as const).map((kind) => route(kind, vote)),
    ],
  },
};
