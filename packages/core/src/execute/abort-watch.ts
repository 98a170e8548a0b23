// Who is to be told when a signal is aborted. One listener for each signal, however many requests share it: to add and
// remove one for each request costs several microseconds.

/** Somebody who can be told. */
export interface Abortable {
  aborted(): void;
}

const watchers = new WeakMap<AbortSignal, Set<Abortable>>();

/** Tells `abortable` once, unless it is unwatched before. The signal is not aborted yet. */
export function watch(signal: AbortSignal, abortable: Abortable): void {
  (watchers.get(signal) ?? listenTo(signal)).add(abortable);
}

export function unwatch(signal: AbortSignal, abortable: Abortable): void {
  watchers.get(signal)?.delete(abortable);
}

function listenTo(signal: AbortSignal): Set<Abortable> {
  const watching = new Set<Abortable>();
  watchers.set(signal, watching);
  const tell = () => {
    for (const abortable of watching) abortable.aborted();
  };
  signal.addEventListener('abort', tell, { once: true });
  return watching;
}
