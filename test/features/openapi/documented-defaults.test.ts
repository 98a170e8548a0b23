// A parameter with its documented default is as absent: some generated clients send every default that they know.
import { entities } from '../../../examples/queries/src/app.js';
import { seed } from '../../../examples/queries/src/seed.js';
import { exampleApplications } from '../../support/fixtures/example-applications.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase, type Stage } from '../../support/for-each-database.js';
import type { Answer } from '../../support/http-client.js';
import { toJson } from '../../support/document-lint/linted-document.js';
import { listSamples, sendSample, type Sample } from '../../support/operation-samples.js';

async function ask(stage: Stage, sample: Sample, more: readonly string[]): Promise<string> {
  return printAnswer(await sendSample(stage, sample, more), sample.method);
}

/** What a write stores differs from one to the next: its time, and random ids. */
function printAnswer({ status, headers, text }: Answer, method: string): string {
  const { date, ...rest } = headers;
  expect(date).toBeDefined();
  const printed = JSON.stringify([status, rest, text]);
  if (method === 'GET') return printed;
  return printed
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/\\"[\w.-]{22,}\\"/g, 'tag');
}

describe.each(Object.entries(exampleApplications))('%s', (_, fixture) => {
  forEachDatabase(fixture, (stage) => {
    test('each default, and all of them, change no answer', async () => {
      const samples = await listSamples(stage);
      const changed: string[] = [];
      let asked = 0;
      for (const sample of samples) {
        const plain = await ask(stage, sample, []);
        for (const more of [...sample.defaults.map((one) => [one]), sample.defaults]) {
          asked++;
          const answer = await ask(stage, sample, more);
          if (answer !== plain)
            changed.push(
              `${sample.method} ${sample.path} ${sample.accept} ${more.join('&')}\n${plain}\n${answer}`,
            );
        }
      }
      expect(changed).toEqual([]);
      expect(asked).toBeGreaterThan(2 * samples.length);
    }, 120_000);
  });
});

describe('the count of a list with cursors', () => {
  forEachDatabase({ entities, options: {}, fill: seed }, (stage) => {
    test('can be asked for with a cursor, whatever is counted without one', async () => {
      const first = toJson((await stage.client.get('/owners?per_page=1')).json);
      const after = `/owners?after=${String(first.next_cursor)}`;
      expect((await stage.client.get(after)).json).toMatchObject({ total_count: null });
      expect((await stage.client.get(`${after}&count=exact`)).json).toMatchObject({ total_count: 40 });
    });
  });
});

describe('a default', () => {
  forEachDatabase(petstore, (stage) => {
    test('that is given twice is still a repetition', async () => {
      const { status, json } = await stage.client.get('/pets?page=1&page=1');
      expect([status, json]).toMatchObject([400, { errors: [{ code: 'duplicate_parameter' }] }]);
    });

    test('of another operation is unknown', async () => {
      const { status, json } = await stage.client.get('/pets/1?page=1');
      expect([status, json]).toMatchObject([400, { errors: [{ code: 'unknown_parameter' }] }]);
    });

    test('stands in no link', async () => {
      const { headers } = await stage.client.get('/pets?filter_op=and&per_page=2&pretty=false');
      expect(headers.link).toContain('</pets?per_page=2&page=2>; rel="next"');
    });
  });
});
