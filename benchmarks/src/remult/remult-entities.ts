// The tables in remult's terms. Its REST API embeds nothing, so there are no relations.
import { Entity, Fields } from 'remult';
import type { DatabaseName } from '../data/database.js';
import { wideColumns, type WideKind } from '../data/wide-columns.js';

@Entity('users', { allowApiCrud: true })
class User {
  @Fields.autoIncrement() id!: number;
  @Fields.string() username = '';
  @Fields.string({ dbName: 'display_name' }) displayName = '';
  @Fields.string() email = '';
  @Fields.string() type = 'USER';
}

@Entity('pets', { allowApiCrud: true })
class Pet {
  @Fields.autoIncrement() id!: number;
  @Fields.string() name = '';
  @Fields.integer() age = 0;
  @Fields.string() type = '';
  @Fields.integer({ dbName: 'owner_id', allowNull: true }) ownerId!: number | null;
}

@Entity('visits', { allowApiCrud: true })
class Visit {
  @Fields.autoIncrement() id!: number;
  @Fields.string() reason = '';
}

class Wide {
  @Fields.autoIncrement() id!: number;
}

/** All entities; an app asks for its own. */
export function remultEntities(database: DatabaseName): (new () => object)[] {
  const decorators: Record<WideKind, () => PropertyDecorator> = {
    text: () => Fields.string() as PropertyDecorator,
    integer: () => Fields.integer() as PropertyDecorator,
    float: () => Fields.number() as PropertyDecorator,
    boolean: () => Fields.boolean() as PropertyDecorator,
    instant: () => (database === 'sqlite' ? Fields.string() : Fields.date()) as PropertyDecorator,
  };
  for (const { name, kind } of wideColumns) decorators[kind]()(Wide.prototype, name);
  Entity('wides', { allowApiCrud: true })(Wide);
  return [User, Pet, Visit, Wide];
}
