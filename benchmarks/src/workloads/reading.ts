// Answers in other shapes than the reference's: whether they say the same. Names may be spelled in camel case, truth as
// 0 and 1, instants in any ISO form; what else an answer holds does not matter.

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** How the answers of a contestant are read. */
export interface Reading {
  /** The rows of a list; the whole body for a single row. */
  rows(answer: Answer): unknown;
  /** The total of a list. Absent: it takes another request, and is not compared. */
  total?(answer: Answer): unknown;
  /** Where an entity holds embedded entities; absent or undefined: it embeds none. */
  edges?(entity: Fields): Fields | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Whether the answer says what the reference's answer says. */
export function says(reading: Reading, answer: Answer, expected: Answer): boolean {
  const reference = fieldsOf(expected.body);
  if (!('content' in reference)) return holds(reading, reading.rows(answer), reference);
  if (reading.total && Number(reading.total(answer)) !== reference.total_count) return false;
  return holds(reading, reading.rows(answer), reference.content);
}

function holds(reading: Reading, actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) return isList(actual) && sameItems(reading, actual, expected);
  if (typeof expected === 'object' && expected !== null) {
    const found = fieldsOf(actual);
    return Object.entries(expected).every(([name, value]) =>
      name === 'edges'
        ? holdsEdges(reading, found, value)
        : holds(reading, found[name] ?? found[camelCase(name)], value),
    );
  }
  if (typeof expected === 'boolean') return Number(actual) === Number(expected);
  return plain(actual) === plain(expected);
}

function holdsEdges(reading: Reading, entity: Fields, expected: unknown): boolean {
  const edges = reading.edges?.(entity);
  return !edges || holds(reading, edges, expected);
}

function sameItems(reading: Reading, actual: readonly unknown[], expected: readonly unknown[]): boolean {
  return actual.length === expected.length && expected.every((item, at) => holds(reading, actual[at], item));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d+(Z|\+00:00)?$/;

function plain(value: unknown): unknown {
  if (typeof value !== 'string' || !instant.test(value)) return value ?? null;
  return Date.parse(`${value.replace(' ', 'T').replace(/(Z|\+00:00)$/, '')}Z`);
}
