// Documentation pages fill in the example of an id in the path: that of the key, or those of all its parts.
import { Example } from '@decorest/core';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { documentOf } from '../../support/document-of.js';

@Entity()
class Country {
  @PrimaryColumn({ type: 'varchar', length: 2 })
  @Example('SE')
  code!: string;
}

@Entity()
class Visit {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  @Example('Malmö, 100 %')
  place!: string;

  @PrimaryColumn({ type: 'int' })
  @Example(7)
  guestId!: number;
}

@Entity()
class Seat {
  @PrimaryColumn({ type: 'int' })
  @Example(3)
  row!: number;

  @PrimaryColumn({ type: 'int' })
  number!: number;
}

@Entity()
class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  text!: string;
}

test.each([
  ['a key of the author', 'Country', ['SE']],
  ['a generated key', 'Note', [1]],
  ['all parts of a key, joined', 'Visit', ['Malmö%2C 100 %25,7']],
  ['a part without an example', 'Seat', undefined],
])('the example of %s', async (_, name, examples) => {
  const { components = {} } = await documentOf({ entities: [Country, Visit, Seat, Note], options: {} });
  const { schema } = components.parameters?.[`${name}.id`] as { schema: { examples?: unknown[] } };
  expect(schema.examples).toEqual(examples);
});
