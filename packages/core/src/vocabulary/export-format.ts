// The formats of exports.

/** A format of an export: one JSON text per line, or comma-separated values (RFC 4180). */
export type ExportFormat = 'ndjson' | 'csv';

/** What an answer is written in. */
export type AnswerFormat = 'json' | ExportFormat;

/** The media type of each format. */
export const exportMediaTypes: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
};
