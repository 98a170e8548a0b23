// The components of a document. Each is built on its first reference, so that none is unused.
import type { oas31 } from 'openapi3-ts';

/** Components by name; its methods return references to them. */
export class ComponentRegistry {
  readonly #schemas = new Map<string, oas31.SchemaObject>();
  readonly #responses = new Map<string, oas31.ResponseObject>();
  readonly #parameters = new Map<string, oas31.ParameterObject>();
  readonly #headers = new Map<string, oas31.HeaderObject>();
  /** Names of schemas by identity. */
  readonly #schemaNames: Map<string, string>;
  readonly #takenNames: Set<string>;
  readonly #buildingSchemas = new Set<string>();

  /** The identity of a `reserved` schema name is the name itself. */
  constructor(reserved: readonly string[]) {
    this.#schemaNames = new Map(reserved.map((name) => [name, toComponentName(name)]));
    this.#takenNames = new Set(this.#schemaNames.values());
  }

  /**
   * References a schema. `identity` identifies its content, and defaults to its name; a name that another identity has taken
   * gets a number.
   */
  schema(
    name: string,
    build: () => oas31.SchemaObject,
    identity = `generated ${name}`,
  ): oas31.ReferenceObject {
    const free = this.#schemaNames.get(identity) ?? this.#freeName(toComponentName(name));
    this.#schemaNames.set(identity, free);
    this.#takenNames.add(free);
    return registerComponent(
      { kind: 'schemas', components: this.#schemas, building: this.#buildingSchemas },
      free,
      build,
    );
  }

  /** References the schema of an entity, which always keeps its class name. */
  entitySchema(name: string, build: () => oas31.SchemaObject): oas31.ReferenceObject {
    return this.schema(name, build, name);
  }

  response(name: string, build: () => oas31.ResponseObject): oas31.ReferenceObject {
    return registerComponent(
      { kind: 'responses', components: this.#responses },
      toComponentName(name),
      build,
    );
  }

  parameter(name: string, build: () => oas31.ParameterObject): oas31.ReferenceObject {
    return registerComponent(
      { kind: 'parameters', components: this.#parameters },
      toComponentName(name),
      build,
    );
  }

  header(name: string, build: () => oas31.HeaderObject): oas31.ReferenceObject {
    return registerComponent({ kind: 'headers', components: this.#headers }, toComponentName(name), build);
  }

  /** All components, sorted by name within each kind. */
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

/** OpenAPI allows few characters in component names; others become their code point, so that names cannot collide. */
function toComponentName(text: string): string {
  if (/^[\w.-]*$/.test(text)) return text;
  return text.replace(/[^\w.-]/gu, (character) => `_u${character.codePointAt(0)?.toString(16) ?? ''}_`);
}

/** The components of one kind. */
interface ComponentMap<T> {
  readonly kind: string;
  readonly components: Map<string, T>;
  /** Names whose components are being built: a recursive schema refers to itself. */
  readonly building?: Set<string>;
}

function registerComponent<T>(
  { kind, components, building = new Set() }: ComponentMap<T>,
  name: string,
  build: () => T,
): oas31.ReferenceObject {
  if (!components.has(name) && !building.has(name)) {
    building.add(name);
    components.set(name, build());
    building.delete(name);
  }
  return { $ref: `#/components/${kind}/${name}` };
}

function sortByName<T>(components: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)));
}
