// Loads Ajv and its formats on first use: reads never need them, and loading them takes a good part of the startup time.
// CommonJS in both of our formats, because only `require` loads synchronously.
import type dialect = require('ajv/dist/2020.js');
import type formats = require('ajv-formats/dist/formats.js');

interface Ajv {
  readonly dialect: typeof dialect;
  readonly formats: typeof formats;
}

/** Loads the modules on first use. */
function loadAjv(): Ajv {
  return {
    dialect: require('ajv/dist/2020.js') as Ajv['dialect'],
    formats: require('ajv-formats/dist/formats.js') as Ajv['formats'],
  };
}

export = { loadAjv };
