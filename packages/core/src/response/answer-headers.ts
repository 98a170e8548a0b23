// Headers of every answer.

/** The headers of an answer without a body. */
export function plainHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId };
}

/** The headers of a JSON answer, always in UTF-8. */
export function jsonHeaders(type: 'json' | 'problem+json', requestId: string): Record<string, string> {
  return {
    'content-type': `application/${type}; charset=utf-8`,
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  };
}
