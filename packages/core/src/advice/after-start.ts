// Work that an API does once after the start, beside its first requests.

/** Neither the database nor the logger can make it fail. */
export function runAfterStart(work: () => Promise<void>): void {
  setImmediate(() => {
    work().catch((error: unknown) => {
      console.error(error);
    });
  });
}
