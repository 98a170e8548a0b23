// Where packages are found: see checkout-hook.ts. Only what the bench's own files import is changed; packages find theirs.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ResolveHook } from 'node:module';

const bench = new URL('../', import.meta.url).href;
const checkout = process.env.BENCH_CHECKOUT ?? '';
const fromCheckout = pathToFileURL(join(checkout, 'package.json')).href;

export const resolve: ResolveHook = (specifier, context, nextResolve) => {
  const isPackage = /^[@a-z]/i.test(specifier) && !specifier.includes(':');
  const isOurs = context.parentURL?.startsWith(bench) === true;
  return nextResolve(specifier, isPackage && isOurs ? { ...context, parentURL: fromCheckout } : context);
};
