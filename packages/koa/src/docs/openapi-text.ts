// The OpenAPI document as text, built once; its server defaults to the mount path of the request. @decorest/openapi is
// loaded on the first request of the document, not at startup.
import type { Api } from '@decorest/core';
import type { openApiDocument, OpenApiOptions } from '@decorest/openapi';
import { createServedFile, type ServedFile } from './served-file.js';

/** An API's OpenAPI document, built on first use. */
export interface OpenApiText {
  /** The document for clients that see the API at `mount`. */
  readonly file: (mount: string) => Promise<ServedFile>;
  readonly title: () => Promise<string>;
}

/** The OpenAPI document of an API. Servers default to the mount path, so that "Try it out" works under every mount. */
export function createOpenApiText(api: Api, options: OpenApiOptions): OpenApiText {
  let built: OpenApiDocument | undefined;
  const document = async (): Promise<OpenApiDocument> => {
    const { openApiDocument } = await import('@decorest/openapi');
    return (built ??= openApiDocument(api, options));
  };
  const fileOf = cacheLast((document: OpenApiDocument, mount) =>
    createJsonFile(addDefaultServer(document, options, mount)),
  );
  return {
    file: async (mount) => fileOf(await document(), mount),
    title: async () => (await document()).info.title,
  };
}

type OpenApiDocument = ReturnType<typeof openApiDocument>;

function addDefaultServer(
  document: OpenApiDocument,
  options: OpenApiOptions,
  mount: string,
): OpenApiDocument {
  if (options.servers ?? document.servers?.some(({ url }) => url !== '/')) return document;
  return { ...document, servers: [{ url: mount === '' ? '/' : mount }] };
}

function createJsonFile(document: OpenApiDocument): ServedFile {
  return createServedFile(JSON.stringify(document), 'application/json; charset=utf-8');
}

/** Usually only one mount exists. With many (`/t/:tenant`), clients must not be able to grow the cache. */
function cacheLast<Source, Value>(
  make: (source: Source, key: string) => Value,
): (source: Source, key: string) => Value {
  let last: { readonly key: string; readonly value: Value } | undefined;
  return (source, key) => {
    if (last?.key !== key) last = { key, value: make(source, key) };
    return last.value;
  };
}
