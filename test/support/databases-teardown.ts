/** Stops what databases.ts started; a server given from outside is left alone. */
export default async function stopDatabases(): Promise<void> {
  await globalThis.stopPostgres?.();
}
