// Preloaded into a server program: packages come from the checkout that the environment names, whichever folder the
// program itself is in.
import { register } from 'node:module';

// Node 20 has no `registerHooks`.
// eslint-disable-next-line @typescript-eslint/no-deprecated
register('./checkout-resolution.js', import.meta.url);
