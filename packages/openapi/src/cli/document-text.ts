// Document <-> text, as JSON or YAML.
import type { oas31 } from 'openapi3-ts';
import { parse, stringify } from 'yaml';

export const documentFormats = ['json', 'yaml'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

const endings: Readonly<Record<DocumentFormat, RegExp>> = { json: /\.json$/i, yaml: /\.ya?ml$/i };

/** The format by a file's extension; undefined for other extensions. */
export function findFileFormat(file: string): DocumentFormat | undefined {
  return documentFormats.find((format) => endings[format].test(file));
}

/** Renders the document as the text of a file. */
export function renderDocument(document: oas31.OpenAPIObject, format: DocumentFormat): string {
  return format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : renderYaml(document);
}

/** Without line folding and aliases, so that a change of one value changes one line. */
function renderYaml(document: oas31.OpenAPIObject): string {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Parses the text of a file. Throws an error for a text that is not in the format. */
export function parseDocument(text: string, format: DocumentFormat): unknown {
  const value: unknown = format === 'json' ? JSON.parse(text) : parse(text);
  return value;
}
