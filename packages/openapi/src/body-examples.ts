// The examples of request bodies: of one class, or of each class of a parent.
import { type ClassModel, type EntityModel, type JsonObject, type VariantsModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';

import { buildBodyExample, buildCommonExample } from './body-example.js';

import type { DocumentContext } from './document-context.js';

/** An example that the API accepts; one per class for a new entity of several classes. */
export function buildBodyExamples(
  entity: EntityModel,
  body: 'create' | 'update',
  context: DocumentContext,
): Pick<oas31.MediaTypeObject, 'example' | 'examples'> {
  const { variants } = entity;
  if (body === 'update') return toExample(buildUpdateExample(entity, context));
  if (!variants) return toExample(buildBodyExample(entity, body, context));
  const examples = listClassExamples(variants, body, context);
  const named = examples.map(({ value, name, example }) => [
    value,
    { summary: name, value: addKind(variants, value, example) },
  ]);
  return { examples: Object.fromEntries(named) as oas31.ExamplesObject };
}

/** One new entity, or one of each class. */
export function listCreateExamples(entity: EntityModel, context: DocumentContext): readonly JsonObject[] {
  const { variants } = entity;
  if (variants)
    return listClassExamples(variants, 'create', context).map(({ value, example }) =>
      addKind(variants, value, example),
    );
  const example = buildBodyExample(entity, 'create', context);
  return example ? [structuredClone(example)] : [];
}

function listClassExamples(variants: VariantsModel, body: 'create' | 'update', context: DocumentContext) {
  return findClassesWith(variants, body).flatMap(({ value, entity }) => {
    const example = buildBodyExample(entity, body, context);
    return example ? [{ value, name: entity.name, example }] : [];
  });
}

function addKind({ discriminator: { name } }: VariantsModel, value: string, example: JsonObject): JsonObject {
  return { [name]: value, ...example };
}

function toExample(example: JsonObject | null): Pick<oas31.MediaTypeObject, 'example'> {
  return example ? { example: structuredClone(example) } : {};
}

export function findClassesWith(
  { classes }: VariantsModel,
  body: 'create' | 'update',
): readonly ClassModel[] {
  return classes.filter(({ entity: { operations } }) => operations.includes(body));
}

export function buildUpdateExample(entity: EntityModel, context: DocumentContext): JsonObject | null {
  const { variants } = entity;
  if (!variants) return buildBodyExample(entity, 'update', context);
  return buildCommonExample(listClassExamples(variants, 'update', context).map(({ example }) => example));
}
