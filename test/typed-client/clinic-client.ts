// The ten requests of docs/guide/query-power.md, typed by openapi-typescript. This file is checked by tsc against types made
// from the document at test time; an answer without the data asked for throws.
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/clinic.js';

/** Lists have further media types for exports: this client asks for JSON. */
type ClinicClient = Client<paths, 'application/json' | Problem>;
type CsvClient = Client<paths, 'text/csv' | Problem>;
type Problem = 'application/problem+json';
type Schemas = components['schemas'];

export function clinicClient(baseUrl: string): ClinicClient {
  return createClient<paths, 'application/json' | Problem>({ baseUrl, querySerializer });
}

export function csvClient(baseUrl: string): CsvClient {
  return createClient<paths, 'text/csv' | Problem>({
    baseUrl,
    querySerializer,
    headers: { accept: 'text/csv' },
  });
}

/** Lists of names are one value with commas; all other lists repeat their key. Objects are JSON. */
const listsOfNames = /(^|\.)(sort|fields|include|measures|group_by)$/;

function querySerializer(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) && !listsOfNames.test(name) ? value : [value];
    for (const each of values) search.append(name, isPlainObject(each) ? JSON.stringify(each) : String(each));
  }
  return search.toString();
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function got<Data>(
  call: Promise<{ data?: Data; error?: Schemas['Problem'] | undefined }>,
): Promise<Data> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(`${error?.detail ?? 'No data.'} ${JSON.stringify(error?.errors)}`);
  return data;
}

/** Asks the ten requests, and answers a line for each. */
export async function askTenTimes(client: ClinicClient, files: CsvClient): Promise<string[]> {
  const lines: string[] = [];
  const chosen = await got(
    client.GET('/pets', {
      params: {
        query: { fields: ['name', 'age'], include: ['owner'], 'owner.fields': ['name'], per_page: 1 },
      },
    }),
  );
  const [pet] = chosen.content;
  const petName: string | undefined = pet?.name;
  lines.push(`${String(petName)} of ${String(pet?.edges.owner?.name)}`);

  const dogs = { 'type.eq': 'DOG' } satisfies Schemas['PetWhere'];
  const embedded = await got(
    client.GET('/owners', {
      params: {
        query: {
          include: ['pets'],
          'pets.where': JSON.stringify(dogs),
          'pets.sort': ['-age'],
          'pets.limit': 2,
          'pets.fields': ['name', 'age'],
          fields: ['name'],
          per_page: 1,
        },
      },
    }),
  );
  lines.push(`${String(embedded.content[0]?.edges.pets?.length)} pets`);

  const oldOrStray = {
    or: [{ 'type.eq': 'DOG', 'age.gte': 16 }, { 'has.owner': false }],
    not: { 'name.eq': 'Rex' },
  } satisfies Schemas['PetWhere'];
  const found = await got(
    client.GET('/pets', { params: { query: { where: JSON.stringify(oldOrStray), include: [] } } }),
  );
  lines.push(`${String(found.total_count)} old or stray`);

  const dear = {
    'some.pets': { 'some.visits': { 'cost.gt': '450' } },
    'none.pets': { 'type.eq': 'BIRD', 'age.gte': 12 },
  } satisfies Schemas['OwnerWhere'];
  const owners = await got(client.GET('/owners', { params: { query: { where: JSON.stringify(dear) } } }));
  lines.push(`${String(owners.total_count)} owners`);

  lines.push(`${String(await walk(client))} pets by cursors`);

  const { total_count: total } = await got(client.GET('/pets', { params: { query: { count: 'none' } } }));
  lines.push(`counted: ${String(total)}`);

  const words = await got(
    client.GET('/owners', { params: { query: { 'search.words': 'ada cohen', fields: ['name', 'email'] } } }),
  );
  lines.push(`${String(words.total_count)} with both words`);

  const high = await got(
    client.GET('/pets', {
      params: { query: { 'attributes.size.height.gte': 60, 'tags.all': ['shy', 'chipped'] } },
    }),
  );
  lines.push(`${String(high.content[0]?.attributes?.size?.height)} high`);

  const groups = await got(
    client.GET('/pets/aggregate', {
      params: {
        query: {
          group_by: ['type'],
          measures: ['count', 'age.avg'],
          'having.count.gte': 67,
          sort: ['-count'],
        },
      },
    }),
  );
  const [first] = groups.content;
  const mean: string | null | undefined = first?.['age.avg'];
  lines.push(`${String(first?.type)}: ${String(first?.count)}, ${String(mean)}`);

  const { data: csv } = await files.GET('/pets', {
    params: { query: { 'type.eq': 'BIRD', fields: ['id', 'name'] } },
    parseAs: 'text',
  });
  lines.push(csv?.split('\r\n')[0] ?? '');
  return lines;
}

/** Counts the pets page by page. */
async function walk(client: ClinicClient): Promise<number> {
  let seen = 0;
  for (let after: string | undefined; ;) {
    const query = { per_page: 30, sort: ['-bornOn' as const], ...(after !== undefined && { after }) };
    const page = await got(client.GET('/pets', { params: { query } }));
    seen += page.content.length;
    if ((after = page.next_cursor ?? undefined) === undefined) return seen;
  }
}
