// Headers of every answer.

/** Of an answer without a body. */
export function plainHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId };
}

/** `type` is `json` or `problem+json`; the charset is always UTF-8. */
export function jsonHeaders(type: 'json' | 'problem+json', requestId: string): Record<string, string> {
  return {
    'content-type': `application/${type}; charset=utf-8`,
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  };
}
