// Loads raw-body, which depends on iconv-lite, with the first body: reads have none. CommonJS in both module formats: a
// failed `require`, for example for lack of file descriptors, can be retried; a failed `import()` cannot.
import type getRawBody = require('raw-body');

let loaded: typeof getRawBody | undefined;

/** Loads the module on first use. */
function loadRawBody(): typeof getRawBody {
  return (loaded ??= require('raw-body') as typeof getRawBody);
}

export = { loadRawBody };
