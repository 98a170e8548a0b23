// raw-body, which brings iconv-lite, loaded with the first body: reads have none. CommonJS in both of our formats, because
// a `require` that failed, for want of file descriptors say, is tried again; an `import()` fails for good.
import type getRawBody = require('raw-body');

let loaded: typeof getRawBody | undefined;

/** The module, from its first use on. */
function loadRawBody(): typeof getRawBody {
  return (loaded ??= require('raw-body') as typeof getRawBody);
}

export = { loadRawBody };
