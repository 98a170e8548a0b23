// The schemas of an OpenAPI document as ajv checks them.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from './declared-response.js';

/** Schemas by JSON pointer into the document. Throws an `Error` where it has none. */
export type Schemas = (pointer: string) => ValidateFunction;

// A format is only asserted where the document means it: those of the field kinds and of the problem document.
const assertedFormats = [
  'date',
  'date-time',
  'uuid',
  'uri',
  'uri-reference',
  'byte',
  'int32',
  'double',
] as const;

/** Compiles each schema of a document once, on first use. */
export function compileSchemas(document: OpenApiDocument): Schemas {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    // The step of a number: 0.07 / 0.01 is no whole number in binary.
    multipleOfPrecision: 9,
    // Members have names such as `constructor`, too.
    ownProperties: true,
  });
  addFormats.default(ajv, [...assertedFormats]);
  ajv.addFormat('uint64', (text) => /^(0|[1-9]\d{0,19})$/.test(text) && BigInt(text) < 2n ** 64n);
  ajv.addFormat('int64', (text) => /^(0|-?[1-9]\d{0,18})$/.test(text) && fitsInt64(BigInt(text)));
  ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/);
  ajv.addSchema(structuredClone(document), 'document');
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.getSchema(`document${pointer}`);
    if (!validate) throw new Error(`The document has no schema at ${pointer}.`);
    compiled.set(pointer, validate);
    return validate;
  };
}

function fitsInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
