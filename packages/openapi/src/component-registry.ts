// The components of a document: each is built when it is first referred to, so that none stands there unused.
import type { oas31 } from 'openapi3-ts';

/** Components by name, and the references to them. */
export class ComponentRegistry {
  readonly #schemas = new Map<string, oas31.SchemaObject>();
  readonly #responses = new Map<string, oas31.ResponseObject>();
  readonly #parameters = new Map<string, oas31.ParameterObject>();
  readonly #headers = new Map<string, oas31.HeaderObject>();
  /** Names of schemas by what they stand for. */
  readonly #schemaNames: Map<string, string>;
  readonly #takenNames: Set<string>;

  /** `reserved` schema names stand for themselves. */
  constructor(reserved: readonly string[]) {
    this.#schemaNames = new Map(reserved.map((name) => [name, toComponentName(name)]));
    this.#takenNames = new Set(this.#schemaNames.values());
  }

  /**
   * Refers to a schema. `identity` is what it stands for and defaults to its name; where the name already stands
   * for something else, a number is appended.
   */
  schema(
    name: string,
    build: () => oas31.SchemaObject,
    identity = `generated ${name}`,
  ): oas31.ReferenceObject {
    const free = this.#schemaNames.get(identity) ?? this.#freeName(toComponentName(name));
    this.#schemaNames.set(identity, free);
    this.#takenNames.add(free);
    return registerComponent('schemas', this.#schemas, free, build);
  }

  /** Refers to the schema of an entity: it has its class name whatever else there is. */
  entitySchema(name: string, build: () => oas31.SchemaObject): oas31.ReferenceObject {
    return this.schema(name, build, name);
  }

  response(name: string, build: () => oas31.ResponseObject): oas31.ReferenceObject {
    return registerComponent('responses', this.#responses, toComponentName(name), build);
  }

  parameter(name: string, build: () => oas31.ParameterObject): oas31.ReferenceObject {
    return registerComponent('parameters', this.#parameters, toComponentName(name), build);
  }

  header(name: string, build: () => oas31.HeaderObject): oas31.ReferenceObject {
    return registerComponent('headers', this.#headers, toComponentName(name), build);
  }

  /** All components, each kind by name. */
  toObject(): oas31.ComponentsObject {
    return {
      schemas: sortByName(this.#schemas),
      responses: sortByName(this.#responses),
      parameters: sortByName(this.#parameters),
      headers: sortByName(this.#headers),
    };
  }

  #freeName(wanted: string): string {
    let name = wanted;
    for (let count = 2; this.#takenNames.has(name); count++) name = `${wanted}${count}`;
    return name;
  }
}

/** OpenAPI allows few characters in the name of a component: every other becomes its code, so that none collide. */
function toComponentName(text: string): string {
  if (/^[\w.-]*$/.test(text)) return text;
  return text.replace(/[^\w.-]/gu, (character) => `_u${character.codePointAt(0)?.toString(16) ?? ''}_`);
}

function registerComponent<T>(
  kind: string,
  shelf: Map<string, T>,
  name: string,
  build: () => T,
): oas31.ReferenceObject {
  if (!shelf.has(name)) shelf.set(name, build());
  return { $ref: `#/components/${kind}/${name}` };
}

function sortByName<T>(shelf: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...shelf].sort(([a], [b]) => (a < b ? -1 : 1)));
}
