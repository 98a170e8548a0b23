/** The API as a CommonJS module's own copy of the library builds it. */
export { createApi as commonJsApi } from '@decorest/core';
