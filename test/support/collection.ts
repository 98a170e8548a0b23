// Reading collections and entities in tests.
import type { Answer } from './http-client.js';

export type EntityJson = Readonly<Record<string, unknown>>;

/** The entity of an answer that must be one. */
export function entityOf(answer: Answer): EntityJson {
  if (!isEntity(answer.json)) throw new Error(`Not an entity: ${String(answer.status)} ${answer.text}`);
  return answer.json;
}

/** The entities of an envelope or of a plain array. */
export function contentOf(answer: Answer): readonly EntityJson[] {
  const content = isEntity(answer.json) ? answer.json.content : answer.json;
  if (Array.isArray(content) && content.every(isEntity)) return content;
  throw new Error(`Not a collection: ${String(answer.status)} ${answer.text}`);
}

/** One value of each entity, in order. */
export function valuesOf(answer: Answer, name: string): unknown[] {
  return contentOf(answer).map((entity) => entity[name]);
}

export function edgesOf(entity: EntityJson): EntityJson {
  const edges = entity.edges;
  if (!isEntity(edges)) throw new Error(`No edges: ${JSON.stringify(entity)}`);
  return edges;
}

function isEntity(json: unknown): json is EntityJson {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
