// What comes along in an app, in the words of JSON:API's `include`.
import type { AppName } from '../app-name.js';

/** By collection. */
export function includesOf(app: AppName): ReadonlyMap<string, string> {
  const owner = new Map([['pets', 'owner']]);
  const includes: Record<AppName, ReadonlyMap<string, string>> = {
    petstore: owner,
    crowd: owner,
    'user-pets': new Map([['users', 'pets']]),
    'no-owner': new Map(),
    visits: new Map([['visits', 'pet,vet,treatments']]),
    wide: new Map(),
  };
  return includes[app];
}
