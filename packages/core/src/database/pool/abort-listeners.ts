// Listeners of abort signals, one per signal: to add and remove one for each request costs several microseconds.

/** Something that ends early when the client of a request has gone. */
export interface AbortListener {
  onAbort(): void;
}

const listenersBySignal = new WeakMap<AbortSignal, Set<AbortListener>>();

/** Calls `onAbort` once, unless the listener is removed first. The signal must not be aborted yet. */
export function addAbortListener(signal: AbortSignal, listener: AbortListener): void {
  (listenersBySignal.get(signal) ?? attachAbortListeners(signal)).add(listener);
}

export function removeAbortListener(signal: AbortSignal, listener: AbortListener): void {
  listenersBySignal.get(signal)?.delete(listener);
}

function attachAbortListeners(signal: AbortSignal): Set<AbortListener> {
  const listeners = new Set<AbortListener>();
  listenersBySignal.set(signal, listeners);
  const notify = () => {
    for (const listener of listeners) listener.onAbort();
  };
  signal.addEventListener('abort', notify, { once: true });
  return listeners;
}
