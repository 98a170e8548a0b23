// Document <-> text, in the two languages there are for it.
import type { oas31 } from 'openapi3-ts';
import { parse, stringify } from 'yaml';

export const documentFormats = ['json', 'yaml'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

const endings: Readonly<Record<DocumentFormat, RegExp>> = { json: /\.json$/i, yaml: /\.ya?ml$/i };

/** The format that a file's name stands for; undefined for any other name. */
export function findFileFormat(file: string): DocumentFormat | undefined {
  return documentFormats.find((format) => endings[format].test(file));
}

/** The document as it is written to a file. */
export function renderDocument(document: oas31.OpenAPIObject, format: DocumentFormat): string {
  return format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : renderYaml(document);
}

/** Nothing is folded or abbreviated, so that a change of one value is a change of one line. */
function renderYaml(document: oas31.OpenAPIObject): string {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** What a file holds. Throws where it is not written in that format. */
export function parseDocument(text: string, format: DocumentFormat): unknown {
  const value: unknown = format === 'json' ? JSON.parse(text) : parse(text);
  return value;
}
