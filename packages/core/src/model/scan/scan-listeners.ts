// Scans which writes TypeORM's listeners and subscribers observe.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { TableModel } from '../api-model.js';

/** The writes that listeners of the class, or subscribers of the data source, observe. */
export function scanListeners(dataSource: DataSource, metadata: EntityMetadata): TableModel['listeners'] {
  const subscribers = dataSource.subscribers.filter((subscriber) => isNotified(subscriber, metadata));
  const isObserved = (listeners: readonly unknown[], ...events: (keyof (typeof subscribers)[number])[]) =>
    listeners.length > 0 ||
    subscribers.some((subscriber) => events.some((event) => subscriber[event] !== undefined));
  return {
    insert: isObserved(
      [...metadata.beforeInsertListeners, ...metadata.afterInsertListeners],
      'beforeInsert',
      'afterInsert',
    ),
    update: isObserved(
      [...metadata.beforeUpdateListeners, ...metadata.afterUpdateListeners],
      'beforeUpdate',
      'afterUpdate',
    ),
    remove: isObserved(
      [
        ...metadata.beforeRemoveListeners,
        ...metadata.afterRemoveListeners,
        ...metadata.beforeSoftRemoveListeners,
        ...metadata.afterSoftRemoveListeners,
      ],
      'beforeRemove',
      'afterRemove',
      'beforeSoftRemove',
      'afterSoftRemove',
    ),
  };
}

/** Whether TypeORM notifies a subscriber: it listens to no class, `Object`, the class itself, or one it extends. */
function isNotified(subscriber: DataSource['subscribers'][number], { target }: EntityMetadata): boolean {
  const listened = subscriber.listenTo?.();
  if (listened === undefined || listened === Object || listened === target) return true;
  return (
    typeof target === 'function' && typeof listened === 'function' && target.prototype instanceof listened
  );
}
