// Listeners of abort signals, one per signal: to add and remove one for each request costs several microseconds.

/** Something that ends early when the client of a request has gone. */
export interface AbortListener {
  onAbort(): void;
}

/** No sets: those would keep what has been removed from them, and its request with it (docs/decisions/0089-what-a-set-keeps.md). */
const listenersBySignal = new WeakMap<AbortSignal, AbortListener[]>();

/** Calls `onAbort` once, unless the listener is removed first. The signal must not be aborted yet. */
export function addAbortListener(signal: AbortSignal, listener: AbortListener): void {
  (listenersBySignal.get(signal) ?? attachAbortListeners(signal)).push(listener);
}

export function removeAbortListener(signal: AbortSignal, listener: AbortListener): void {
  const listeners = listenersBySignal.get(signal);
  const at = listeners?.indexOf(listener) ?? -1;
  if (at !== -1) listeners?.splice(at, 1);
}

function attachAbortListeners(signal: AbortSignal): AbortListener[] {
  const listeners: AbortListener[] = [];
  listenersBySignal.set(signal, listeners);
  const notify = () => {
    for (const listener of [...listeners]) listener.onAbort();
  };
  signal.addEventListener('abort', notify, { once: true });
  return listeners;
}
