// Ajv and its formats, loaded when first asked for: reads never need them, and loading them is a good part of a start.
// CommonJS in both of our formats, because only `require` loads at once.
import type dialect = require('ajv/dist/2020.js');
import type formats = require('ajv-formats/dist/formats.js');

interface Ajv {
  readonly dialect: typeof dialect;
  readonly formats: typeof formats;
}

/** The modules, from their first use on. */
function loadAjv(): Ajv {
  return {
    dialect: require('ajv/dist/2020.js') as Ajv['dialect'],
    formats: require('ajv-formats/dist/formats.js') as Ajv['formats'],
  };
}

export = { loadAjv };
