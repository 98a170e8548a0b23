// Subscribers that are added to a data source after createApi. Which writes are observed is determined once, so such a subscriber
// may not be called: writes then fail rather than leave it out.
import type { DataSource } from 'typeorm';
import type { EntityModel } from '../api-model.js';
import { scanListeners } from './scan-classes.js';

/** Throws if a subscriber that was added since would not be called for writes of one of the entities. */
export type CheckSubscribers = () => void;

/** Builds the check of an API. It costs a comparison while nothing has been added. */
export function createSubscriberCheck(
  dataSource: DataSource,
  entities: readonly Pick<EntityModel, 'name' | 'target' | 'table'>[],
): CheckSubscribers {
  let known = dataSource.subscribers.length;
  return () => {
    const { length } = dataSource.subscribers;
    if (length === known) return;
    const missed = entities.filter(({ name, target, table }) => {
      const listeners = scanListeners(dataSource, dataSource.getMetadata(target ?? name));
      return (['insert', 'update', 'remove', 'recover'] as const).some(
        (write) => listeners[write] && !table.listeners[write],
      );
    });
    if (missed.length > 0) throw createLateSubscriberError(missed.map(({ name }) => name));
    known = length;
  };
}

function createLateSubscriberError(names: readonly string[]): Error {
  return new Error(
    `A subscriber of ${names.join(', ')} was added to the data source after createApi, which does not call it. Name it in the option 'subscribers' of the data source, or add it before createApi.`,
  );
}
