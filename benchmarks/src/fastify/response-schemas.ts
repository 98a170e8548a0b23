// The schemas by which Fastify generates its serialisers.
import type { AppName } from '../app-name.js';
import { wideColumns, type WideKind } from '../data/wide-columns.js';

type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;

interface RouteOptions {
  readonly schema: { readonly response: Readonly<Record<string, Schema>> };
}

const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const nothingAlong: Schema = object({});
const userFields: Properties = { id: integer, username: text, display_name: text, email: text, type: text };
const petFields: Properties = { id: integer, name: text, age: integer, type: text };
const user = entity(userFields, nothingAlong);
const barePet = entity(petFields, nothingAlong);

/** The schemas of an app's routes. */
export function schemasOf(app: AppName) {
  const pet =
    app === 'no-owner' ? barePet : entity(petFields, object({ owner: { ...user, nullable: true } }));
  return {
    pet: answering(pet),
    pets: answering(envelope(pet)),
    user: answering(app === 'user-pets' ? entity(userFields, object({ pets: array(barePet) })) : user),
    users: answering(envelope(user)),
    visits: answering(envelope(visit())),
    wides: answering(envelope(wide())),
  };
}

function visit(): Schema {
  const treatment = entity({ id: integer, label: text }, nothingAlong);
  const edges = object({ pet: barePet, vet: user, treatments: array(treatment) });
  return entity({ id: integer, reason: text }, edges);
}

function wide(): Schema {
  const kinds: Record<WideKind, Schema> = {
    text,
    integer,
    float: { type: 'number' },
    boolean: { type: 'boolean' },
    instant: { type: 'string', format: 'date-time' },
  };
  const columns = wideColumns.map(({ name, kind }) => [name, kinds[kind]] as const);
  return entity({ id: integer, ...Object.fromEntries(columns) }, nothingAlong);
}

function entity(fields: Properties, edges: Schema): Schema {
  return object({ ...fields, edges });
}

function envelope(content: Schema): Schema {
  return object({
    page: integer,
    total_count: integer,
    last_page: integer,
    is_last_page: { type: 'boolean' },
    content: array(content),
  });
}

function object(properties: Properties): Schema {
  return { type: 'object', properties };
}

function array(items: Schema): Schema {
  return { type: 'array', items };
}

function answering(schema: Schema): RouteOptions {
  return { schema: { response: { '2xx': schema } } };
}
