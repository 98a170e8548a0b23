// The body of an answer of Api.handle, as text.
import type { ApiResponse } from '@decorest/core';

/** The text of a body that is not in pieces; '' without a body. */
export function textOf({ body }: Pick<ApiResponse, 'body'>): string {
  if (typeof body === 'object' && body) throw new Error('The body is in pieces.');
  return body ?? '';
}

/** The text of any body, however it comes; null without a body. */
export async function wholeText({ body }: Pick<ApiResponse, 'body'>): Promise<string | null> {
  if (typeof body !== 'object' || body === null) return body;
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}
