// Finds the class that has a mistake in the source: the entity, a class that it extends, or the class of an embedded object.
import { getMetadataArgsStorage, type DataSource, type EntityMetadata } from 'typeorm';
import { readOwnNotes } from '../../annotation/annotations.js';
import { annotationFacts, listAnnotations } from '../problem/annotation-facts.js';
import type { FindProblemSource } from '../problem/merged-problems.js';
import { getEntityName } from './entity-name.js';

/** Looks in the classes of a data source. */
export function createSourceLookup({ entityMetadatas }: DataSource): FindProblemSource {
  // Only a start that fails asks.
  let declared: DeclaredMembers | undefined;
  return ({ entity, member, annotation }) => {
    const [metadata, ...namesakes] = entityMetadatas.filter((each) => getEntityName(each) === entity);
    const [decorator] = annotation?.split(' ') ?? [];
    // Where the annotations of other libraries stand is theirs.
    if (!metadata || namesakes.length > 0 || (decorator !== undefined && !decorators.has(decorator)))
      return null;
    declared ??= collectDeclared();
    const places = listPlaces(metadata, member);
    const found =
      (decorator === undefined ? undefined : places.find((place) => isAnnotated(place, decorator))) ??
      findDeclaration(places, declared);
    return found ? { ...found, className: nameClass(found.type, entityMetadatas) } : null;
  };
}

const decorators: ReadonlySet<string> = new Set(
  Object.values(annotationFacts).map(({ decorator }) => decorator),
);

/** A place where a member can be declared or annotated. */
interface Place {
  readonly type: { readonly name: string };
  /** The name in the class; undefined for the class itself. */
  readonly property: string | undefined;
  /** The path from the class to the member. */
  readonly member: string | undefined;
}

/** The innermost first, as it takes precedence: the class of an embedded object, its base classes, the class that embeds it. */
function listPlaces(metadata: EntityMetadata, member: string | undefined): readonly Place[] {
  if (member === undefined)
    return listClasses(metadata.target).map((type) => ({ type, property: undefined, member }));
  const path = member.split('.');
  return path
    .flatMap((property, depth) => {
      const parent = path.slice(0, depth).join('.');
      const embedded = metadata.allEmbeddeds.find(({ propertyPath }) => propertyPath === parent);
      const rest = path.slice(depth).join('.');
      const types = listClasses(depth === 0 ? metadata.target : embedded?.type);
      return [types.map((type) => ({ type, property, member: rest }))];
    })
    .reverse()
    .flat();
}

/** A class and those that it extends; none for a schema without a class. */
function listClasses(type: unknown): { readonly name: string }[] {
  const classes: { readonly name: string }[] = [];
  for (let at = type; typeof at === 'function'; at = Object.getPrototypeOf(at) as unknown) classes.push(at);
  return classes;
}

function isAnnotated({ type, property }: Place, decorator: string): boolean {
  return readOwnNotes(type, property).some((note) =>
    listAnnotations(note).some(({ facts }) => facts.decorator === decorator),
  );
}

/** The members that TypeORM's decorators declare, by class. */
type DeclaredMembers = ReadonlyMap<unknown, ReadonlySet<string>>;

function collectDeclared(): DeclaredMembers {
  const { columns, relations, embeddeds, relationIds } = getMetadataArgsStorage();
  const declared = new Map<unknown, Set<string>>();
  for (const { target, propertyName } of [...columns, ...relations, ...embeddeds, ...relationIds]) {
    const members = declared.get(target) ?? new Set();
    declared.set(target, members.add(propertyName));
  }
  return declared;
}

function findDeclaration(places: readonly Place[], declared: DeclaredMembers): Place | undefined {
  return places.find(({ type, property }) => property !== undefined && declared.get(type)?.has(property));
}

/** A class that is an entity has the name that other messages use. */
function nameClass(type: { readonly name: string }, entityMetadatas: readonly EntityMetadata[]): string {
  const metadata = entityMetadatas.find(({ target }) => target === type);
  return metadata ? getEntityName(metadata) : type.name;
}
