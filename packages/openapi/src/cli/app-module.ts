// An application's module -> its API and document options. Does not close resources that the module opens.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiDescription } from '../open-api-document.js';
import type { OpenApiOptions } from '../open-api-options.js';
import { Failure, describeError } from './failure.js';

/** An application's API and document options. */
export interface Application {
  readonly api: ApiDescription;
  readonly options: OpenApiOptions;
}

/** The location of an application: its file, and the names of its exports unless they are the default ones. */
interface ApplicationSource {
  readonly module: string;
  readonly apiExport: string | null;
  readonly optionsExport: string | null;
}

type Exports = ReadonlyMap<string, unknown>;

/** Loads the module and gets its API alone. @throws Failure if the module has no API. */
export async function loadApi(source: Omit<ApplicationSource, 'optionsExport'>): Promise<ApiDescription> {
  return resolveApi(await loadExports(source.module), source);
}

/** Loads the module and gets its API. @throws Failure if the module has no API. */
export async function loadApplication(whereabouts: ApplicationSource): Promise<Application> {
  const exports = await loadExports(whereabouts.module);
  return { api: await resolveApi(exports, whereabouts), options: readOptions(exports, whereabouts) };
}

async function loadExports(module: string): Promise<Exports> {
  const file = resolve(module);
  if (!existsSync(file)) throw new Failure(`${module}: no such file.`);
  try {
    const namespace: unknown = await import(pathToFileURL(file).href);
    return readExports(namespace);
  } catch (error) {
    throw new Failure(`${module} cannot be loaded: ${describeError(error)}`);
  }
}

/**
 * Node detects named exports of a CommonJS module by static analysis, which can miss some; the default has all of them. In a
 * module compiled from ESM, the real default is a member of that default.
 */
function readExports(namespace: unknown): Exports {
  const named = listMembers(namespace);
  const byDefault = listMembers(new Map(named).get('default'));
  const compiled = named.some(([name]) => name === '__esModule');
  return new Map(compiled ? [...named, ...byDefault] : [...byDefault, ...named]);
}

function listMembers(value: unknown): (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

async function resolveApi(
  exports: Exports,
  { module, apiExport }: Omit<ApplicationSource, 'optionsExport'>,
): Promise<ApiDescription> {
  const name = apiExport ?? (exports.has('api') ? 'api' : 'default');
  if (!exports.has(name)) throw new Failure(`${module} exports no API: ${describeMissingExport(apiExport)}.`);
  const made = await resolveValue(module, exports.get(name));
  if (isApi(made)) return made;
  throw new Failure(
    `${module}: the export '${name}' is not an API. Export the result of createApi(), or a function that returns it.`,
  );
}

function describeMissingExport(apiExport: string | null): string {
  return apiExport === null
    ? "neither 'api' nor a default; name another export with --export"
    : `'${apiExport}' does not exist`;
}

async function resolveValue(module: string, value: unknown): Promise<unknown> {
  try {
    const given = await value;
    const made: unknown = typeof given === 'function' ? Reflect.apply(given, undefined, []) : given;
    return await made;
  } catch (error) {
    throw new Failure(`${module}: ${describeError(error)}`);
  }
}

/** Checks the structure instead of the class: the application may use another copy of core. */
function isApi(value: unknown): value is ApiDescription {
  const entities = readMember(readMember(value, 'model'), 'entities');
  return Array.isArray(entities) && Array.isArray(readMember(readMember(value, 'routes'), 'list'));
}

function readMember(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}

function readOptions(exports: Exports, { module, optionsExport }: ApplicationSource): OpenApiOptions {
  const name = optionsExport ?? 'openApiOptions';
  const options = exports.get(name);
  if (isObject(options)) return options;
  if (options === undefined && optionsExport === null) return {};
  throw new Failure(`${module}: the export '${name}' is not an object with document options.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
