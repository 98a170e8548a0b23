// The tables in ZenStack's terms: what its compiler makes of a .zmodel file, written down directly.
import { ExpressionUtils, type FieldDef, type ModelDef, type SchemaDef } from '@zenstackhq/schema';
import type { DatabaseName } from '../data/database.js';
import { wideColumns, type WideKind } from '../data/wide-columns.js';

/** The schema of all tables. */
export function zenstackSchema(database: DatabaseName): SchemaDef {
  return {
    provider: { type: database === 'sqlite' ? 'sqlite' : 'postgresql' },
    models: { User: user(), Pet: pet(), Visit: visit(), Treatment: treatment(), Wide: wide(database) },
    plugins: {},
  };
}

function user(): ModelDef {
  const text = ['username', 'email', 'type'].map((name) => field(name, 'String'));
  return model('User', 'users', [...text, displayName(), children('pets', 'Pet', 'owner')]);
}

function displayName(): FieldDef {
  return { ...field('displayName', 'String'), attributes: [mapped('@map', 'display_name')] };
}

function pet(): ModelDef {
  return model('Pet', 'pets', [
    field('name', 'String'),
    field('age', 'Int'),
    field('type', 'String'),
    ...parent('owner', 'User', 'pets', true),
    children('visits', 'Visit', 'pet'),
  ]);
}

function visit(): ModelDef {
  return model('Visit', 'visits', [
    field('reason', 'String'),
    ...parent('pet', 'Pet', 'visits'),
    ...parent('vet', 'User'),
    children('treatments', 'Treatment', 'visit'),
  ]);
}

function treatment(): ModelDef {
  return model('Treatment', 'treatments', [
    field('label', 'String'),
    ...parent('visit', 'Visit', 'treatments'),
  ]);
}

function wide(database: DatabaseName): ModelDef {
  const types: Record<WideKind, string> = {
    text: 'String',
    integer: 'Int',
    float: 'Float',
    boolean: 'Boolean',
    instant: database === 'sqlite' ? 'String' : 'DateTime',
  };
  return model(
    'Wide',
    'wides',
    wideColumns.map(({ name, kind }) => field(name, types[kind])),
  );
}

/** A model with a generated id. */
function model(name: string, table: string, fields: readonly FieldDef[]): ModelDef {
  const generated = ExpressionUtils.call('autoincrement');
  const id: FieldDef = { ...field('id', 'Int'), id: true, default: generated };
  return {
    name,
    fields: Object.fromEntries([id, ...fields].map((one) => [one.name, one])),
    attributes: [mapped('@@map', table)],
    idFields: ['id'],
    uniqueFields: { id: { type: 'Int' } },
  };
}

function field(name: string, type: string): FieldDef {
  return { name, type };
}

/** A relation to one and its foreign key. */
function parent(name: string, type: string, opposite?: string, optional = false): FieldDef[] {
  const key = `${name}Id`;
  const relation = { fields: [key], references: ['id'], ...(opposite === undefined ? {} : { opposite }) };
  const attributes = [mapped('@map', `${name}_id`)];
  return [
    { ...field(name, type), optional, relation },
    { ...field(key, 'Int'), optional, attributes, foreignKeyFor: [name] },
  ];
}

function children(name: string, type: string, opposite: string): FieldDef {
  return { ...field(name, type), array: true, relation: { opposite } };
}

function mapped(attribute: string, name: string) {
  return { name: attribute, args: [{ name: 'name', value: ExpressionUtils.literal(name) }] };
}
