// Scans which writes TypeORM's listeners and subscribers observe.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { TableModel } from './api-model.js';

/** The writes that listeners of the class, or subscribers of the data source, observe. */
export function scanListeners(dataSource: DataSource, metadata: EntityMetadata): TableModel['listeners'] {
  const subscribers = dataSource.subscribers.filter((subscriber) => follows(subscriber, metadata));
  const followed = (listeners: readonly unknown[], ...events: (keyof (typeof subscribers)[number])[]) =>
    listeners.length > 0 ||
    subscribers.some((subscriber) => events.some((event) => subscriber[event] !== undefined));
  return {
    insert: followed(
      [...metadata.beforeInsertListeners, ...metadata.afterInsertListeners],
      'beforeInsert',
      'afterInsert',
    ),
    update: followed(
      [...metadata.beforeUpdateListeners, ...metadata.afterUpdateListeners],
      'beforeUpdate',
      'afterUpdate',
    ),
    remove: followed(
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
function follows(subscriber: DataSource['subscribers'][number], { target }: EntityMetadata): boolean {
  const listened = subscriber.listenTo?.();
  if (listened === undefined || listened === Object || listened === target) return true;
  return (
    typeof target === 'function' && typeof listened === 'function' && target.prototype instanceof listened
  );
}
