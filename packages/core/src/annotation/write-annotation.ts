// Annotations of what a write must have.
import { createDecorator, type ClassAnnotation } from './decorator-types.js';

/**
 * Whether a create must have the header `Idempotency-Key`, also one under an edge or of many, through a parent class, and a create
 * of another class whose edges take objects of this one; without it, the answer is a 400 (`required`). Requires the option
 * `idempotency`.
 */
export function RequireIdempotencyKey(on = true): ClassAnnotation {
  return createDecorator({ requireIdempotencyKey: on });
}
