// The patterns of the document: JavaScript and RE2, whose syntax Go, Rust and others share, decide alike about every text, and
// the server takes the texts that the schema allows, and no others. PATTERN_TEXTS: how many texts for each pattern.
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { compileSchemas } from '../support/document-schemas.js';
import { holds, samples } from '../support/property.js';
import { exhibitFixture } from './exhibit-data.js';

const texts = Number(process.env.PATTERN_TEXTS ?? 400);

/** Each text is a request. */
jest.setTimeout(Math.max(300_000, texts * 40));

/** A value of a request whose schema has a pattern. */
interface Patterned {
  readonly name: string;
  readonly pattern: string;
  /** Whether its schema, formats and lengths included, allows a text. */
  readonly allows: (text: string) => boolean;
  /** The status of a request with the text. */
  readonly send: (text: string) => Promise<number>;
}

interface SchemaJson {
  readonly pattern?: string;
}

interface DocumentJson {
  readonly components: {
    readonly parameters: Readonly<Record<string, { readonly name: string; readonly schema: SchemaJson }>>;
    readonly schemas: Readonly<
      Record<string, { readonly properties?: Readonly<Record<string, SchemaJson>> }>
    >;
  };
}

/** One filter of the list of exhibits for each pattern, and one field of its updates. */
function listPatterned({ client }: DirectStage): Patterned[] {
  const { parameters, schemas } = (client.document as unknown as DocumentJson).components;
  const compiled = compileSchemas(client.document);
  const found = new Map<string, Patterned>();
  for (const [component, { name, schema }] of Object.entries(parameters)) {
    const { pattern } = schema;
    if (!/^Exhibit\.\w+\.(eq|gt)$/.test(component) || pattern === undefined) continue;
    found.set(`filter ${pattern}`, {
      name,
      pattern,
      allows: (text) => compiled(`#/components/parameters/${component}/schema`)(text),
      send: async (text) => {
        const query = `per_page=1&${name}=${encodeURIComponent(text)}`;
        return (await client.get(`/exhibits?${query}`)).status;
      },
    });
  }
  for (const [name, { pattern }] of Object.entries(schemas.ExhibitUpdate?.properties ?? {})) {
    if (pattern === undefined) continue;
    found.set(`update ${pattern}`, {
      name,
      pattern,
      allows: (text) => compiled(`#/components/schemas/ExhibitUpdate/properties/${name}`)(text),
      send: async (text) => (await client.patch('/exhibits/1', { [name]: text })).status,
    });
  }
  return [...found.values()];
}

const signs = ['', '-', '+', '0', '.', 'e', 'T', 'Z', ':', ' ', '\n', '٣', 'é', '😀', '9', '1'];

/** Texts that fit the pattern, and those one or two changes away. */
function textsAround(pattern: string): fc.Arbitrary<string> {
  const fitting = fc.stringMatching(new RegExp(pattern), { size: 'small' });
  const change = fc.record({
    at: fc.nat(40),
    drop: fc.nat(2),
    put: fc.oneof(fc.constantFrom(...signs), fc.string({ maxLength: 3, unit: 'grapheme' })),
  });
  const changed = fc.tuple(fitting, fc.array(change, { minLength: 1, maxLength: 2 })).map(([text, changes]) =>
    changes.reduce((now, { at, drop, put }) => {
      const place = at % (now.length + 1);
      return now.slice(0, place) + put + now.slice(place + drop);
    }, text),
  );
  const bounds = fc.constantFrom(
    ...[2n ** 31n, 2n ** 53n, 2n ** 63n, 2n ** 64n, 10n ** 15n, 10n ** 18n].flatMap((bound) =>
      [-1n, 0n, 1n].flatMap((step) => [String(bound + step), String(-bound + step)]),
    ),
    ...['0', '-0', '00', '0.0', '1.', '.1', '1e3', '0000-01-01', '9999-12-31', '10000-01-01', ''],
  );
  return fc.oneof(fitting, changed, bounds).filter((text) => text.isWellFormed() && !text.includes('\0'));
}

onEachDatabase(exhibitFixture, (stage) => {
  test('filters and updates have patterns of several kinds', () => {
    expect(listPatterned(stage).length).toBeGreaterThan(8);
  });

  test('JavaScript, RE2 and the server decide alike', async () => {
    const met = { fits: 0, refused: 0 };
    for (const { name, pattern, allows, send } of listPatterned(stage)) {
      const ours = new RegExp(pattern, 'u');
      const theirs = RE2JS.compile(pattern);
      await holds(
        fc.asyncProperty(textsAround(pattern), async (text) => {
          const fits = ours.test(text);
          expect({ pattern, text, fits: theirs.matcher(text).find() }).toEqual({ pattern, text, fits });
          const isAllowed = allows(text);
          met[isAllowed ? 'fits' : 'refused'] += 1;
          const status = await send(text);
          expect({ name, text, isServed: status === 200 }).toEqual({ name, text, isServed: isAllowed });
        }),
        texts,
      );
    }
    expect(met.fits).toBeGreaterThan(100);
    expect(met.refused).toBeGreaterThan(100);
  });
});

test('texts around a pattern are on both sides of it', () => {
  const pattern = '^-?[0-9]{1,3}$';
  const found = samples(textsAround(pattern), 300).map((text) => new RegExp(pattern, 'u').test(text));
  expect(new Set(found)).toEqual(new Set([true, false]));
});
