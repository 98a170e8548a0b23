// The header `Idempotency-Key` of writes.
import type { Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';

/** Visible ASCII characters without quotes and backslashes, in quotes (RFC 8941) or not. */
const keyPattern = '^("[!#-\\[\\]-~]{1,255}"|[!#-\\[\\]-~]{1,255})$';

/** Builds the parameter of the idempotency key; none where the route ignores it. */
export function buildIdempotencyParameter(
  { idempotencyKey }: Route,
  { components }: DocumentContext,
): oas31.ReferenceObject[] {
  if (idempotencyKey === null) return [];
  const required = idempotencyKey === 'required';
  const parameter = components.parameter(required ? 'RequiredIdempotencyKey' : 'IdempotencyKey', () => ({
    name: 'Idempotency-Key',
    in: 'header',
    ...(required && { required }),
    description:
      'A text of your choice that names this request, such as a UUID. The request runs once, however often it is sent: a repeated one gets the first answer again. A key must not be used for another request.',
    schema: {
      type: 'string',
      pattern: keyPattern,
      // Documentation pages fill it in.
      ...(required && { examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'] }),
    },
  }));
  return [parameter];
}
