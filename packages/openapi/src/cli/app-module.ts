// An application's module -> its API, and its options for the document. Closes nothing that the module opens.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiDescription } from '../open-api-document.js';
import type { OpenApiOptions } from '../open-api-options.js';
import { Failure, reasonOf } from './failure.js';

/** What a document is made from. */
export interface Application {
  readonly api: ApiDescription;
  readonly options: OpenApiOptions;
}

/** Where an application is found: its file, and exports where they have other names than usual. */
export interface Whereabouts {
  readonly module: string;
  readonly apiExport: string | null;
  readonly optionsExport: string | null;
}

type Exports = ReadonlyMap<string, unknown>;

/** Loads the module and makes its API. Throws `Failure` where there is none. */
export async function loadApplication(whereabouts: Whereabouts): Promise<Application> {
  const exports = await loadExports(whereabouts.module);
  return { api: await apiOf(exports, whereabouts), options: optionsOf(exports, whereabouts) };
}

async function loadExports(module: string): Promise<Exports> {
  const file = resolve(module);
  if (!existsSync(file)) throw new Failure(`${module}: there is no such file.`);
  try {
    const namespace: unknown = await import(pathToFileURL(file).href);
    return exportsOf(namespace);
  } catch (error) {
    throw new Failure(`${module} cannot be loaded: ${reasonOf(error)}`);
  }
}

/**
 * Node names the exports of a CommonJS module as far as it finds them by reading; all of them are members of the
 * default. In one that was compiled from an ES module, the default itself is such a member.
 */
function exportsOf(namespace: unknown): Exports {
  const named = membersOf(namespace);
  const byDefault = membersOf(new Map(named).get('default'));
  const compiled = named.some(([name]) => name === '__esModule');
  return new Map(compiled ? [...named, ...byDefault] : [...byDefault, ...named]);
}

function membersOf(value: unknown): (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

async function apiOf(exports: Exports, { module, apiExport }: Whereabouts): Promise<ApiDescription> {
  const name = apiExport ?? (exports.has('api') ? 'api' : 'default');
  if (!exports.has(name)) throw new Failure(`${module} exports no API: ${missing(apiExport)}.`);
  const made = await settled(module, exports.get(name));
  if (isApi(made)) return made;
  throw new Failure(
    `${module}: the export '${name}' is no API. Export what createApi() returned, or a function that returns it.`,
  );
}

function missing(apiExport: string | null): string {
  return apiExport === null
    ? "neither 'api' nor a default; name another export with --export"
    : `there is no '${apiExport}'`;
}

async function settled(module: string, value: unknown): Promise<unknown> {
  try {
    const given = await value;
    const made: unknown = typeof given === 'function' ? Reflect.apply(given, undefined, []) : given;
    return await made;
  } catch (error) {
    throw new Failure(`${module}: ${reasonOf(error)}`);
  }
}

/** By its looks: the application may have a copy of core of its own. */
function isApi(value: unknown): value is ApiDescription {
  const entities = memberOf(memberOf(value, 'model'), 'entities');
  return Array.isArray(entities) && Array.isArray(memberOf(memberOf(value, 'routes'), 'list'));
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}

function optionsOf(exports: Exports, { module, optionsExport }: Whereabouts): OpenApiOptions {
  const name = optionsExport ?? 'openApiOptions';
  const options = exports.get(name);
  if (isObject(options)) return options;
  if (options === undefined && optionsExport === null) return {};
  throw new Failure(`${module}: the export '${name}' is not an object with options of the document.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
