// An id of several columns is read in each spelling of its UUID, as a UUID alone is. The client checks each request that is
// served against the document.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { onEachDatabase } from '../../support/direct-stage.js';

@Entity()
class Stay {
  @PrimaryColumn('uuid') guest!: string;
  @PrimaryColumn('int') night!: number;
  @Column({ type: 'varchar', length: 20 }) room!: string;
}

const guest = 'aaaaaaaa-0000-4000-8000-00000000000b';

onEachDatabase(
  {
    entities: [Stay],
    options: {},
    fill: async (dataSource) => {
      await dataSource.getRepository(Stay).insert({ guest, night: 2, room: 'a' });
    },
  },
  (stage) => {
    test.each([guest, guest.toUpperCase()])('%s names the row', async (spelled) => {
      const answer = await stage.client.get(`/stays/${spelled},2`);
      expect([answer.status, answer.json]).toEqual([200, { guest, night: 2, room: 'a', edges: {} }]);
      expect((await stage.client.patch(`/stays/${spelled},2`, { room: 'a' })).status).toBe(200);
    });
  },
);
