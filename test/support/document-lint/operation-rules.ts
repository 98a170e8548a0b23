// Rules for operations, their parameters and bodies, by their numbers in the list of spellings.
import {
  foldName,
  isJson,
  toJson,
  toList,
  type Finding,
  type Json,
  type LintedDocument,
  type LintedOperation,
} from './linted-document.js';

const maxParameters = 200;

export function lintOperations(document: LintedDocument): Finding[] {
  const { operations } = document;
  return [
    ...operations.flatMap((operation) => [
      ...lintTags(operation),
      ...operation.parameters.flatMap((parameter) => lintParameter(parameter, operation, document)),
      ...lintBodies(operation, document),
    ]),
    ...lintTagNames(operations),
    ...lintParameterNames(document),
  ];
}

/** 9 and 13: one tag, and not too many parameters. */
function lintTags({ place, tags, parameters }: LintedOperation): Finding[] {
  return [
    ...(tags.length === 1 ? [] : [{ rule: 9, place, what: `${String(tags.length)} tags` }]),
    ...(parameters.length > maxParameters
      ? [{ rule: 13, place, what: `${String(parameters.length)} parameters` }]
      : []),
  ];
}

/** 4, 5, 8 and 14. */
function lintParameter(parameter: Json, { place }: LintedOperation, { follow }: LintedDocument): Finding[] {
  const at = `${place} ${String(parameter.name)}`;
  const schema = toJson(parameter.schema);
  const isRequestId = parameter.in === 'header' && /^x-request-id$/i.test(String(parameter.name));
  // An array is a list wherever the parameter's schema names it.
  const isList = Array.isArray(schema.default) || (follow(schema).type === 'array' && 'default' in schema);
  const enums = [schema.enum, toJson(schema.items).enum].filter((values) => hasTexts(values));
  return [
    ...(isList ? [{ rule: 4, place: at, what: `default of a list: ${JSON.stringify(schema.default)}` }] : []),
    ...('content' in parameter ? [{ rule: 5, place: at, what: 'parameter with content' }] : []),
    ...enums.map((values) => ({
      rule: 8,
      place: at,
      what: `inline enum of ${String(toList(values).length)}`,
    })),
    ...(isRequestId ? [{ rule: 14, place, what: 'X-Request-Id as a parameter' }] : []),
  ];
}

function hasTexts(values: unknown): boolean {
  return toList(values).some((value) => typeof value === 'string');
}

/** 6: a body is one reference, and unions in it have names. */
function lintBodies({ place, bodies }: LintedOperation, { follow }: LintedDocument): Finding[] {
  return bodies.flatMap(([type, schema]) => {
    const isInline =
      !('$ref' in schema) && ('oneOf' in schema || 'anyOf' in schema || schema.type === 'array');
    const body = follow(schema);
    const parts = [...toList(body.oneOf), ...toList(body.anyOf)].filter(isJson);
    return [
      ...(isInline ? [{ rule: 6, place, what: `inline union or array in ${type}` }] : []),
      ...(parts.some((part) => part.type === 'array')
        ? [{ rule: 6, place, what: `union with an inline array in ${type}` }]
        : []),
    ];
  });
}

/** 9: no two tags are one class in some language. */
function lintTagNames(operations: readonly LintedOperation[]): Finding[] {
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))];
  const first = new Map<string, string>();
  return tags.flatMap((tag) => {
    const folded = foldName(tag).replace(/s$/, '');
    const other = first.get(folded);
    if (other !== undefined) return [{ rule: 9, place: tag, what: `a tag beside '${other}'` }];
    first.set(folded, tag);
    return [];
  });
}

/** 8: no schema has the name of a parameter. */
function lintParameterNames({ schemas, parameterNames }: LintedDocument): Finding[] {
  const known = new Map(parameterNames.map((name) => [foldName(name), name]));
  return [...schemas.keys()].flatMap((name) => {
    const parameter = known.get(foldName(name));
    const what = `the name of the parameter ${String(parameter)}`;
    return parameter === undefined ? [] : [{ rule: 8, place: `#/components/schemas/${name}`, what }];
  });
}
