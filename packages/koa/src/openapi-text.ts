// The OpenAPI document as text: built once, its server being the place it was asked for at.
import type { Api } from '@decorest/core';
import { openApiDocument, type OpenApiOptions } from '@decorest/openapi';
import { servedFile, type ServedFile } from './served-file.js';

/** An API's OpenAPI document, built at its first use. */
export interface OpenApiText {
  /** The document for clients that see the API at `mount`. */
  readonly file: (mount: string) => ServedFile;
  readonly title: () => string;
}

/** The OpenAPI document of an API. Servers default to the mount path, so that requests can be tried out anywhere. */
export function openApiText(api: Api, options: OpenApiOptions): OpenApiText {
  let built: OpenApiDocument | undefined;
  const document = (): OpenApiDocument => (built ??= openApiDocument(api, options));
  return {
    file: rememberLast((mount: string) => jsonFile(withServer(document(), options, mount))),
    title: () => document().info.title,
  };
}

type OpenApiDocument = ReturnType<typeof openApiDocument>;

function withServer(document: OpenApiDocument, options: OpenApiOptions, mount: string): OpenApiDocument {
  if (options.servers ?? document.servers?.some(({ url }) => url !== '/')) return document;
  return { ...document, servers: [{ url: mount === '' ? '/' : mount }] };
}

function jsonFile(document: OpenApiDocument): ServedFile {
  return servedFile(JSON.stringify(document), 'application/json; charset=utf-8');
}

/** One mount is the rule. With many (`/t/:tenant`) the memory must not grow by what clients send. */
function rememberLast<Value>(make: (key: string) => Value): (key: string) => Value {
  let last: { readonly key: string; readonly value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}
