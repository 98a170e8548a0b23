// The applications a contestant can be started as. One process serves one of them.
export const appNames = {
  petstore: 'users and pets; a pet comes with its owner',
  'user-pets': 'users and pets; a user comes with its pets',
  'no-owner': 'users and pets; nothing is embedded',
} as const;

export type AppName = keyof typeof appNames;

/** The applications in which decorest is checked alone. */
export const checkedAppNames = {
  unindexed: 'users and pets with the indexes that TypeORM makes by itself, every filter and sort key',
  catalogue: 'makers, their products of 30 columns and their reviews; everything that a client may ask for',
  texts: 'authors and their long texts; an author comes with its texts',
  kitchensink: 'the example of that name',
} as const;

export type CheckedAppName = keyof typeof checkedAppNames;

export function isAppName(text: string | undefined): text is AppName {
  return text !== undefined && text in appNames;
}

export function isCheckedAppName(text: string | undefined): text is CheckedAppName {
  return text !== undefined && text in checkedAppNames;
}
