// A TypeORM subscriber: it hears of what the API writes, in the transaction that writes it.
import {
  EventSubscriber,
  type EntitySubscriberInterface,
  type InsertEvent,
  type RemoveEvent,
  type UpdateEvent,
} from 'typeorm';
import { AuditEntry } from './audit-entry.js';
import { Ticket } from './ticket.js';

@EventSubscriber()
export class AuditSubscriber implements EntitySubscriberInterface<Ticket> {
  listenTo(): typeof Ticket {
    return Ticket;
  }

  afterInsert(event: InsertEvent<Ticket>): Promise<unknown> {
    return event.manager.insert(AuditEntry, { deed: `ticket ${event.entity.code} sold` });
  }

  afterUpdate(event: UpdateEvent<Ticket>): Promise<unknown> {
    return event.manager.insert(AuditEntry, { deed: 'ticket changed' });
  }

  afterRemove(event: RemoveEvent<Ticket>): Promise<unknown> {
    return event.manager.insert(AuditEntry, { deed: 'ticket returned' });
  }
}
