// Spellings of a document that client generators and validators of other languages stumble over, though OpenAPI allows them.
import type { OpenApiDocument } from '../declared-response.js';
import { readLintedDocument, type Finding } from './linted-document.js';
import { lintOperations } from './operation-rules.js';
import { lintAnswers, lintComponents, lintSchemas } from './schema-rules.js';

/** The rules that the lint knows, and what each asks for. */
export const spellings = {
  1: 'patterns are regular expressions of every language',
  2: 'a schema has one pattern',
  3: 'a text that holds a decimal has no format',
  4: 'lists have no default',
  5: 'parameters have a schema, not a content',
  6: 'bodies are one reference',
  7: 'null is a branch of its own beside a reference',
  8: 'enums of parameters are components, with names of their own',
  9: 'an operation has one tag',
  10: 'unions are flat',
  11: 'answers have no keywords of requests',
  12: 'objects have names',
  13: 'an operation has at most 200 parameters',
  14: 'X-Request-Id is no parameter',
} as const;

/** All findings of a document, by place. */
export function lintSpelling(document: OpenApiDocument): Finding[] {
  const linted = readLintedDocument(document);
  return [
    ...lintSchemas(linted),
    ...lintAnswers(linted),
    ...lintComponents(linted),
    ...lintOperations(linted),
  ];
}

/** Findings by rule, for a message: the number of each, and the first places. */
export function summarizeFindings(findings: readonly Finding[]): Record<string, string[]> {
  const byRule = new Map<number, Finding[]>();
  for (const finding of findings) byRule.set(finding.rule, [...(byRule.get(finding.rule) ?? []), finding]);
  return Object.fromEntries(
    [...byRule].map(([rule, found]) => [
      `rule ${String(rule)}: ${String(found.length)}`,
      found.slice(0, 5).map(({ place, what }) => `${place}: ${what}`),
    ]),
  );
}
