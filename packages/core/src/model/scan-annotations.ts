// Reads the annotations of an entity, by the property paths of its columns and relations, embedded classes included.
import type { EntityMetadata } from 'typeorm';
import { annotationsOf, type Annotations, type ClassAnnotations } from '../annotation/annotations.js';
import { ownColumns } from './scan-inheritance.js';

type Members = ReadonlyMap<string, Annotations>;

/** The annotations of an entity; none for one made by an EntitySchema. */
export function scanAnnotations(metadata: EntityMetadata): ClassAnnotations {
  const { own, members } = annotationsOn(metadata.target);
  return { own, members: new Map([...members, ...embeddedMembers(metadata, members)]) };
}

function annotationsOn(target: unknown): ClassAnnotations {
  return typeof target === 'function' ? annotationsOf(target) : { own: {}, members: new Map() };
}

/** Annotations on an embedded object apply to each of its columns; those inside it take precedence. */
function embeddedMembers(metadata: EntityMetadata, members: Members): Members {
  const found = new Map<string, Annotations>();
  for (const { embeddedMetadata, propertyName, propertyPath } of ownColumns(metadata)) {
    if (!embeddedMetadata) continue;
    let written: Annotations = {};
    let outer = members;
    for (const object of embeddedMetadata.embeddedMetadataTree) {
      written = { ...written, ...outer.get(object.propertyName) };
      outer = annotationsOn(object.type).members;
    }
    found.set(propertyPath, { ...written, ...outer.get(propertyName) });
  }
  return found;
}
