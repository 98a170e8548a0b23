// The components of a document. Each is built on its first reference, so that none is unused. Which names are equal is known
// only at the end: until then, references to further components of a name have provisional ones.
import type { oas31 } from 'openapi3-ts';
import { nameObjects } from './named-object.js';
import {
  createClaim,
  foldName,
  getUsualName,
  settleNames,
  toComponentName,
  type ComponentName,
  type NameClaim,
} from './component-name.js';

type Kind = 'schemas' | 'responses' | 'parameters' | 'headers';

/** The paths of a document, and its components. */
interface CompleteDocument {
  readonly paths: oas31.PathsObject;
  readonly components: oas31.ComponentsObject;
}

/** Components by name; its methods return references to them. */
export class ComponentRegistry {
  readonly #schemas = new Map<string, oas31.SchemaObject>();
  readonly #responses = new Map<string, oas31.ResponseObject>();
  readonly #parameters = new Map<string, oas31.ParameterObject>();
  readonly #headers = new Map<string, oas31.HeaderObject>();
  /** Claims by what they are of, with the provisional name of each. */
  readonly #claims = new Map<string, { readonly claim: NameClaim; readonly name: string }>();
  readonly #claimsByFoldedName = new Map<string, NameClaim[]>();
  readonly #building = new Set<string>();

  /** `classes` keep their names even if the document has no schema of them. */
  constructor(classes: readonly string[]) {
    for (const of of classes) this.#claim('schemas', { of, part: '', kind: 'class' });
  }

  /** References a schema. `identity` tells apart schemas that want the same name. */
  schema(name: ComponentName, build: () => oas31.SchemaObject, identity = ''): oas31.ReferenceObject {
    const claimed = this.#claim('schemas', name, identity);
    // Its objects are named after it.
    const owner = typeof name === 'string' ? { of: '', part: name } : name;
    const buildNamed = () => nameObjects(build(), owner, (...inner) => this.schema(...inner));
    return this.#register({ kind: 'schemas', components: this.#schemas }, claimed, buildNamed);
  }

  response(name: ComponentName, build: () => oas31.ResponseObject): oas31.ReferenceObject {
    const claimed = this.#claim('responses', name);
    return this.#register({ kind: 'responses', components: this.#responses }, claimed, build);
  }

  parameter(name: ComponentName, build: () => oas31.ParameterObject): oas31.ReferenceObject {
    const claimed = this.#claim('parameters', name);
    return this.#register({ kind: 'parameters', components: this.#parameters }, claimed, build);
  }

  /** Clients have no types of headers, so these names are equal to no others. */
  header(name: string, build: () => oas31.HeaderObject): oas31.ReferenceObject {
    return this.#register({ kind: 'headers', components: this.#headers }, toComponentName(name), build);
  }

  /** The components, sorted by name within each kind, and the paths, with their final names. */
  complete(paths: oas31.PathsObject): CompleteDocument {
    const components = {
      schemas: sortByName(this.#schemas),
      responses: sortByName(this.#responses),
      parameters: sortByName(this.#parameters),
      headers: sortByName(this.#headers),
    };
    const names = this.#settleNames();
    return names.size === 0 ? { paths, components } : renameComponents({ paths, components }, names);
  }

  /** The provisional name of a component. */
  #claim(kind: Kind, name: ComponentName, identity = ''): string {
    const claim = createClaim(name, identity, kind === 'parameters');
    const key = [kind, claim.kind, claim.of, claim.part, identity].join('\n');
    const known = this.#claims.get(key);
    if (known) return known.name;
    const usual = getUsualName(claim);
    const rivals = this.#claimsByFoldedName.get(foldName(usual)) ?? [];
    const provisional = rivals.length === 0 ? usual : `${usual}~${rivals.length}`;
    this.#claimsByFoldedName.set(foldName(usual), [...rivals, claim]);
    this.#claims.set(key, { claim, name: provisional });
    return provisional;
  }

  #register<T>(
    { kind, components }: { readonly kind: Kind; readonly components: Map<string, T> },
    name: string,
    build: () => T,
  ): oas31.ReferenceObject {
    const $ref = `#/components/${kind}/${name}`;
    // A recursive schema refers to itself while it is built.
    if (!components.has(name) && !this.#building.has($ref)) {
      this.#building.add($ref);
      components.set(name, build());
      this.#building.delete($ref);
    }
    return { $ref };
  }

  /** The final names of the components whose provisional ones are others. */
  #settleNames(): ReadonlyMap<string, string> {
    const contested = [...this.#claimsByFoldedName.values()].filter(({ length }) => length > 1);
    const names = settleNames(contested, (folded) => !this.#claimsByFoldedName.has(folded));
    const changes = [...this.#claims.values()].flatMap(({ claim, name }) => {
      const settled = names.get(claim);
      return settled === undefined || settled === name ? [] : [[name, settled] as const];
    });
    return new Map(changes);
  }
}

const reference = /^#\/components\/(\w+)\/(.+)$/;

function renameComponents(
  { paths, components }: CompleteDocument,
  names: ReadonlyMap<string, string>,
): CompleteDocument {
  const rename = (text: string): string => {
    const [, kind, name] = reference.exec(text) ?? [];
    const settled = kind === 'headers' || name === undefined ? undefined : names.get(name);
    return settled === undefined ? text : `#/components/${kind}/${settled}`;
  };
  const renameKeys = <T>(byName: Readonly<Record<string, T>> = {}): Record<string, T> =>
    sortByName(new Map(Object.entries(byName).map(([name, value]) => [names.get(name) ?? name, value])));
  const { schemas, responses, parameters, headers = {} } = mapTexts(components, rename);
  return {
    paths: mapTexts(paths, rename),
    components: {
      schemas: renameKeys(schemas),
      responses: renameKeys(responses),
      parameters: renameKeys(parameters),
      headers,
    },
  };
}

/** A copy of a tree of plain values with other texts. */
function mapTexts<T>(value: T, map: (text: string) => string): T;
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts<unknown>(item, map)]));
}

function sortByName<T>(components: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)));
}
