// Bulk, nested and edge writes, each by the API and by TypeORM. What 0099 excepts shows in the TypeORM side of a write.
import fc from 'fast-check';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { Book, Label, Shelf } from './observed-shelf-entities.js';

type Body = Readonly<Record<string, unknown>>;
/** Sends a request; throws when it fails. */
export type Send = (method: string, path: string, body?: unknown) => Promise<void>;

/** A write, and how each side makes it. */
export interface ObservedWrite {
  readonly text: string;
  readonly byApi: (send: Send, manager: EntityManager) => Promise<void>;
  readonly byTypeorm: (manager: EntityManager) => Promise<unknown>;
  /** It changes edges of rows whose version counts that. */
  readonly changesEdges?: true;
  /** A nested create by one `save()` with cascades. */
  readonly byCascade?: (manager: EntityManager) => Promise<unknown>;
}

function writesOf<T>(kind: string, given: fc.Arbitrary<T>, build: (given: T) => Omit<ObservedWrite, 'text'>) {
  return given.map((each): ObservedWrite => ({ text: `${kind} ${JSON.stringify(each)}`, ...build(each) }));
}

/** Objects in place of ids, as TypeORM takes them. */
const toReferences = <T extends Label | Book>(ids: readonly number[]) =>
  ids.map((id) => ({ id }) as unknown as T);

function assign<T extends object>(instance: T, given: Body): T {
  for (const [name, value] of Object.entries(given)) {
    const isToOne = ['shelf', 'maker', 'plate'].includes(name);
    if (Array.isArray(value)) Object.assign(instance, { [name]: toReferences(value as number[]) });
    else if (isToOne) Object.assign(instance, { [name]: value === null ? null : { id: value } });
    else Object.assign(instance, { [name]: value });
  }
  return instance;
}

const titles = fc.constantFrom('a', 'b', 'listen');
const id = fc.constantFrom<number[]>(1, 2, 3);
const ids = fc.uniqueArray(id, { maxLength: 3 });
/** Listeners delete a book of the title 'discard'. */
const bookFields = { title: fc.constantFrom('a', 'b', 'listen', 'discard'), rank: fc.constantFrom(3, 4) };
const shelf = fc.constantFrom(1, 2, null);
const texts = fc.constantFrom('new', 'old');
/** Listeners take back all of a change to the title 'undo', and that of the title of one to 'rename'. */
const newTitles = fc.constantFrom('a', 'b', 'listen', 'undo', 'rename', 'discard');
const fields: fc.Arbitrary<Body> = fc.record(
  { ...bookFields, title: newTitles, shelf },
  { requiredKeys: [] },
);
const childBook: fc.Arbitrary<Body> = fc.record(
  { ...bookFields, labels: ids, marks: ids },
  { requiredKeys: ['title'] },
);
const newBook: fc.Arbitrary<Body> = fc.record(
  { ...bookFields, shelf, labels: ids, marks: ids },
  { requiredKeys: ['title'] },
);
const unlabelledBook: fc.Arbitrary<Body> = fc.record(
  { ...bookFields, shelf, marks: ids },
  { requiredKeys: ['title'] },
);
const newShelf: fc.Arbitrary<Body> = fc.record(
  { name: fc.constantFrom('a', 'gone'), width: fc.constantFrom(5, 6), maker: fc.constantFrom(1, null) },
  { requiredKeys: ['name'] },
);
/** A change of an edge: all its ids, or some to add or to remove. */
const change = fc.record({ mode: fc.constantFrom('set', 'add', 'remove'), targets: ids });
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const toBody = (edge: string, { mode, targets }: Change): Body => ({
  [mode === 'set' ? edge : `${mode}_${edge}`]: targets,
});

/** Changes an edge that the instance has. */
function changeLoaded(loaded: readonly Label[], { mode, targets }: Change): Label[] {
  const references = toReferences<Label>(targets);
  if (mode === 'set') return references;
  if (mode === 'remove') return loaded.filter((row) => !targets.includes(row.id));
  return [...loaded, ...references.filter((added) => !loaded.some((row) => row.id === added.id))];
}

/** Changes the edges of a book, and returns what is left to do after its save. */
function changeEdge(manager: EntityManager, book: Book, edge: 'labels' | 'marks', given: Change) {
  const { mode, targets } = given;
  if (edge === 'labels') book.labels = changeLoaded(book.labels, given);
  else if (mode === 'set') book.marks = toReferences(targets);
  // What was not read stays undefined: the API changes such an edge without reading it, so that no event has it.
  else
    return async () => {
      const relation = manager.createQueryBuilder().relation(Book, 'marks').of(book.id);
      await relation.remove(targets);
      if (mode === 'add') await relation.add(targets);
    };
  return () => Promise.resolve();
}

/** `save()` stores a relation even if it is taken back. */
async function saveBooks(manager: EntityManager, books: readonly Book[]): Promise<void> {
  await manager.save([...books]);
  for (const { id, shelf } of books)
    await manager
      .createQueryBuilder()
      .relation(Book, 'shelf')
      .of(id)
      .set(shelf?.id ?? null);
}

async function findBooks(manager: EntityManager, among: readonly number[]): Promise<readonly Book[]> {
  const books = await manager.find(Book, { order: { id: 'ASC' } });
  return among.flatMap((each) => books.find((book) => book.id === each) ?? []);
}

/** Those of the books that a shelf may take: the API takes none from another shelf. */
async function findFree(manager: EntityManager, of: number, { mode, targets }: Change): Promise<Change> {
  const free = (await findBooks(manager, targets)).filter(
    (book) => book.shelf === null || book.shelf.id === of,
  );
  return { mode, targets: free.map((book) => book.id) };
}

const bulkWrites = [
  writesOf('bulk create', fc.array(newBook, { minLength: 1, maxLength: 3 }), (books) => ({
    byApi: (send) => send('POST', '/books/bulk', books),
    byTypeorm: (manager) => manager.save(books.map((book) => assign(new Book(), book))),
  })),
  writesOf('bulk update', fc.record({ title: titles, given: fields }), ({ title, given }) => ({
    byApi: (send) => send('PATCH', `/books?title.eq=${title}`, given),
    async byTypeorm(manager) {
      const books = await manager.find(Book, { where: { title } });
      await saveBooks(
        manager,
        books.map((book) => assign(book, given)),
      );
    },
  })),
  writesOf(
    'bulk items',
    fc.record({
      among: ids,
      given: fields,
      edge: fc.constantFrom('labels' as const, 'marks' as const),
      change,
    }),
    ({ among, given, edge, change }) => ({
      changesEdges: true,
      async byApi(send, manager) {
        const books = await findBooks(manager, among);
        const items = books.map((book) => ({ id: book.id, ...given, ...toBody(edge, change) }));
        if (items.length > 0) await send('PATCH', '/books', items);
      },
      async byTypeorm(manager) {
        const books = await findBooks(manager, among);
        const links = books.map((book) => changeEdge(manager, assign(book, given), edge, change));
        await saveBooks(manager, books);
        for (const link of links) await link();
      },
    }),
  ),
  writesOf('bulk delete', titles, (title) => ({
    byApi: (send) => send('DELETE', `/books?title.eq=${title}`),
    byTypeorm: async (manager) => manager.softRemove(await manager.find(Book, { where: { title } })),
  })),
  writesOf('bulk delete of shelves', fc.constant('gone'), (name) => ({
    byApi: (send) => send('DELETE', `/shelves?name.eq=${name}`),
    byTypeorm: async (manager) => manager.remove(await manager.find(Shelf, { where: { name } })),
  })),
  writesOf('restore', fc.constant('all'), () => ({
    async byApi(send, manager) {
      for (const book of await findDeleted(manager)) await send('POST', `/books/${book.id}/restore`);
    },
    byTypeorm: async (manager) =>
      manager.recover((await findDeleted(manager)).map((book) => Object.assign(book, { deletedAt: null }))),
  })),
];

function findDeleted(manager: EntityManager): Promise<Book[]> {
  return manager.find(Book, { where: { deletedAt: Not(IsNull()) }, withDeleted: true });
}

/**
 * Each is the sequence of the creates that it stands for: rows refer to those before them, and collections have the ids of the
 * body, not its objects.
 */
const nestedWrites = [
  writesOf(
    'nested books',
    fc.record({ given: newShelf, books: fc.array(childBook, { maxLength: 3 }) }),
    ({ given, books }) => ({
      byApi: (send) => send('POST', '/shelves', { ...given, books }),
      async byTypeorm(manager) {
        const { id } = await manager.save(assign(new Shelf(), { ...given, books: [] }));
        for (const book of books) await manager.save(assign(new Book(), { ...book, shelf: id }));
      },
      byCascade(manager) {
        const children = books.map((book) => assign(new Book(), book));
        return manager.save(Object.assign(assign(new Shelf(), given), { books: children }));
      },
    }),
  ),
  writesOf('nested shelf', fc.record({ given: newShelf, book: childBook }), ({ given, book }) => ({
    byApi: (send) => send('POST', '/books', { ...book, shelf: given }),
    async byTypeorm(manager) {
      const { id } = await manager.save(assign(new Shelf(), given));
      await manager.save(assign(new Book(), { ...book, shelf: id }));
    },
    byCascade: (manager) =>
      manager.save(Object.assign(assign(new Book(), book), { shelf: assign(new Shelf(), given) })),
  })),
  writesOf(
    'nested labels',
    fc.record({ given: childBook, texts: fc.array(texts, { maxLength: 2 }) }),
    (body) => {
      const { labels = [], ...given } = body.given;
      const news = body.texts.map((text) => ({ text }));
      return {
        byApi: (send) => send('POST', '/books', { ...given, labels: [...(labels as number[]), ...news] }),
        async byTypeorm(manager) {
          const { id } = await manager.save(assign(new Book(), { ...given, labels }));
          for (const each of news)
            await linkToLabels(manager, id, [await manager.save(assign(new Label(), each))]);
        },
      };
    },
  ),
];

/** A join table links a new row to its parent after its events: `entity` does not have the link. */
async function linkToLabels(manager: EntityManager, id: number, labels: readonly { id: number }[]) {
  await manager.createQueryBuilder().relation(Book, 'labels').of(id).add(labels);
}

const edgeWrites = [
  writesOf('book under a shelf', childBook, (book) => ({
    byApi: (send) => send('POST', '/shelves/1/books', book),
    byTypeorm: (manager) => manager.save(assign(new Book(), { ...book, shelf: 1 })),
  })),
  writesOf('book under a label', unlabelledBook, (book) => ({
    byApi: (send) => send('POST', '/labels/1/books', book),
    async byTypeorm(manager) {
      const { id } = await manager.save(assign(new Book(), book));
      await linkToLabels(manager, id, [{ id: 1 }]);
    },
  })),
  writesOf(
    'edges of a book',
    fc.record({ id, given: fields, edge: fc.constantFrom('labels' as const, 'marks' as const), change }),
    ({ id, given, edge, change }) => ({
      changesEdges: true,
      async byApi(send, manager) {
        const [book] = await findBooks(manager, [id]);
        if (book) await send('PATCH', `/books/${id}`, { ...given, ...toBody(edge, change) });
      },
      async byTypeorm(manager) {
        const [book] = await findBooks(manager, [id]);
        if (!book) return;
        const link = changeEdge(manager, assign(book, given), edge, change);
        await saveBooks(manager, [book]);
        await link();
      },
    }),
  ),
  writesOf('plate of a shelf', fc.record({ name: titles, plate: fc.constantFrom(1, null) }), (given) => ({
    byApi: (send) => send('PATCH', '/shelves/1', given),
    async byTypeorm(manager) {
      await manager.save(assign(await manager.findOneByOrFail(Shelf, { id: 1 }), given));
    },
  })),
  writesOf('books of a shelf', fc.record({ name: titles, change }), ({ name, change }) => ({
    async byApi(send, manager) {
      const free = await findFree(manager, 1, change);
      await send('PATCH', '/shelves/1', { name, ...toBody('books', free) });
    },
    async byTypeorm(manager) {
      const found = await manager.findOneByOrFail(Shelf, { id: 1 });
      const { mode, targets } = await findFree(manager, 1, change);
      found.name = name;
      // The books whose foreign key changes have no events; those of `save()` have no entity.
      if (mode === 'set') found.books = toReferences(targets);
      await manager.save(found);
      const relation = manager.createQueryBuilder().relation(Shelf, 'books').of(1);
      // A cascade of inserts alone links no rows that exist.
      if (mode !== 'remove') await relation.add(targets);
      if (mode === 'remove') await relation.remove(await onShelf(manager, targets));
    },
  })),
];

async function onShelf(manager: EntityManager, among: readonly number[]): Promise<number[]> {
  return (await findBooks(manager, among)).filter((book) => book.shelf?.id === 1).map((book) => book.id);
}

/** Those of TypeORM's cascades. */
export const observedCascades = fc.oneof(...nestedWrites.slice(0, 2));
export const observedWrites = fc.array(fc.oneof(...bulkWrites, ...nestedWrites, ...edgeWrites), {
  minLength: 2,
  maxLength: 6,
});
