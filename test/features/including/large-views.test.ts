// Answers with a view that are too large: of one entity, rows of non-unique edges are left out and said to be; a list is refused.
import { contentOf, edgesOf, entityOf, type EntityJson } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { archive } from './archive.js';
import { Review, Work } from './archive-entities.js';

const responseBytes = 4_000;
const target = '/authors/4?include=works.reviews.replies,pupils&works.limit=100';

forEachDatabase(archive, (stage) => {
  beforeEach(async () => {
    const { manager } = stage.dataSource;
    const numbers = Array.from({ length: 30 }, (_, at) => at);
    await manager.save(
      Work,
      numbers.map((n) => ({ id: 100 + n, title: 'A title of some length', year: n, author: { id: 4 } })),
    );
    await manager.save(
      Review,
      numbers.flatMap((n) =>
        [1, 2].map((part) => ({ year: n, number: part, text: 'é'.repeat(100), work: { id: 100 + n } })),
      ),
      { chunk: 20 },
    );
  });

  test('one entity is cut to the size, in order, and says so wherever it was cut', async () => {
    const whole = entityOf(await stage.client.get(target));
    const answer = await DirectClient.of(stage.dataSource, { limits: { responseBytes } }).get(target);
    const cut = entityOf(answer);
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(responseBytes);
    expect(Buffer.byteLength(answer.text)).toBeGreaterThan(responseBytes / 2);
    expect(cut.truncated_edges).toContain('works');
    const works = edgesOf(cut).works as readonly EntityJson[];
    const all = edgesOf(whole).works as readonly EntityJson[];
    expect(works.length).toBeGreaterThan(3);
    works.forEach((work, at) => {
      const reviews = edgesOf(work).reviews as readonly EntityJson[];
      const found = edgesOf(all[at] ?? {}).reviews as readonly EntityJson[];
      expect(work.id).toBe(all[at]?.id);
      // Replies are read last, and are not known to be all.
      const shown = reviews.map(({ number, text }) => ({ number, text }));
      expect(shown).toEqual(found.slice(0, shown.length).map(({ number, text }) => ({ number, text })));
      if (shown.length < found.length) expect(work.truncated_edges).toEqual(['reviews']);
    });
  });

  test('a list is refused', async () => {
    const client = DirectClient.of(stage.dataSource, { limits: { responseBytes, nodes: 1_000_000 } });
    const answer = await client.get(target.replace('/4', ''));
    expect(answer.json).toMatchObject({ status: 400, code: 'response_too_large' });
    const few = target.replace('/4', '').replace('works.limit=100', 'works.limit=1&per_page=3');
    expect(contentOf(await client.get(few))).toHaveLength(3);
  });

  test('an entity that is too large without its edges is refused', async () => {
    const client = DirectClient.of(stage.dataSource, { limits: { responseBytes: 100 } });
    const answer = await client.get('/reviews/1,1?include=work');
    expect(answer.json).toMatchObject({ status: 400, code: 'response_too_large' });
  });

  test('all statements of a read see one snapshot', async () => {
    stage.statements.clear();
    await stage.client.get(target);
    const texts = stage.statements.texts.flatMap((text) => text.split('; '));
    const controls = texts.filter((text) => /^(BEGIN|START|COMMIT|ROLLBACK)/.test(text));
    // A database in memory has no other connection.
    expect(controls).toHaveLength(stage.database === 'sqlite' ? 0 : 2);
  });
});
