// What the crew API should answer, worked out on Maps: the rules of contract section 8, written a second time.

export type Kind = 'crews' | 'sailors' | 'cabins' | 'charts' | 'knots';
/** As the parameter `deleted`; null without it. */
export type Deleted = 'with' | 'only' | null;
export type Body = Readonly<Record<string, string | number | null | readonly number[]>>;
export type Fields = Record<string, string | number | null>;

/** Pairs of ids. In all but `skill` a crew is the second, and the first has one at most. */
type Link = 'berth' | 'quarters' | 'map' | 'skill';
type Pair = readonly [number, number];

interface EdgeRule {
  readonly to: Kind;
  readonly link: Link;
  /** Which of a pair is the entity itself. */
  readonly end: 0 | 1;
  readonly unique: boolean;
}

export const edgeRules: Readonly<Record<Kind, Readonly<Record<string, EdgeRule>>>> = {
  crews: {
    sailors: { to: 'sailors', link: 'berth', end: 1, unique: false },
    cabins: { to: 'cabins', link: 'quarters', end: 1, unique: false },
  },
  sailors: {
    crew: { to: 'crews', link: 'berth', end: 0, unique: true },
    knots: { to: 'knots', link: 'skill', end: 0, unique: false },
  },
  cabins: { crew: { to: 'crews', link: 'quarters', end: 0, unique: true } },
  charts: { crew: { to: 'crews', link: 'map', end: 0, unique: true } },
  knots: { sailors: { to: 'sailors', link: 'skill', end: 1, unique: false } },
};

/** An answer: the status, and the body where it is one of success. */
export interface Outcome {
  readonly status: number;
  readonly json?: unknown;
}

interface World {
  readonly rows: Readonly<Record<Kind, Map<number, Fields>>>;
  readonly links: Record<Link, readonly Pair[]>;
  /** Charts with a delete date: rows that do not show. */
  readonly deletedCharts: Set<number>;
}

/** Thrown to leave a request with nothing done. */
class Refused extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`);
  }
}

export class CrewModel {
  #world: World = {
    rows: { crews: new Map(), sailors: new Map(), cabins: new Map(), charts: new Map(), knots: new Map() },
    links: { berth: [], quarters: [], map: [], skill: [] },
    deletedCharts: new Set(),
  };

  get pairs(): number {
    return Object.values(this.#world.links).reduce((sum, pairs) => sum + pairs.length, 0);
  }

  create(kind: Kind, body: Body): Outcome {
    return this.#attempt(201, kind, Number(body.id), () => {
      this.#requireTargets(kind, body);
      if (this.#world.rows[kind].has(Number(body.id))) throw new Refused(409);
      this.#write(kind, Number(body.id), { ...defaults[kind], ...fieldsOf(kind, body) });
      this.#changeEdges(kind, Number(body.id), body);
    });
  }

  update(kind: Kind, id: number, body: Body): Outcome {
    return this.#attempt(200, kind, id, () => {
      requireSense(kind, body);
      const row = this.#world.rows[kind].get(id);
      if (!row || !this.#shows(kind, id)) throw new Refused(404);
      this.#requireTargets(kind, body);
      this.#write(kind, id, { ...row, ...fieldsOf(kind, body) });
      this.#changeEdges(kind, id, body);
    });
  }

  delete(kind: Kind, id: number): Outcome {
    if (!this.#shows(kind, id)) return { status: 404 };
    if (kind === 'charts') {
      this.#world.deletedCharts.add(id);
      return { status: 204 };
    }
    // Rows with a foreign key to it must be deleted first; rows of a join table go with it.
    const held =
      kind === 'crews' && this.#ids('crews', id, 'sailors').concat(this.#ids('crews', id, 'cabins'));
    const isMapped = kind === 'crews' && this.#world.links.map.some(([, crew]) => crew === id);
    if (isMapped || (held && held.length > 0)) return { status: 409 };
    this.#world.rows[kind].delete(id);
    for (const { link, end } of Object.values(edgeRules[kind]))
      this.#world.links[link] = this.#world.links[link].filter((pair) => pair[end] !== id);
    return { status: 204 };
  }

  /** What is not deleted stays as it is. */
  restore(id: number): Outcome {
    this.#world.deletedCharts.delete(id);
    return this.read('charts', id);
  }

  read(kind: Kind, id: number, deleted: Deleted = null): Outcome {
    return this.#shows(kind, id, deleted) ? { status: 200, json: this.#json(kind, id) } : { status: 404 };
  }

  list(kind: Kind, deleted: Deleted = null): Outcome {
    const shown = [...this.#world.rows[kind].keys()].filter((id) => this.#shows(kind, id, deleted));
    const content = ordered(shown).map((id) => this.#json(kind, id));
    const total_count = content.length;
    return { status: 200, json: { page: 1, total_count, last_page: 1, is_last_page: true, content } };
  }

  edge(kind: Kind, id: number, name: string): Outcome {
    const { to, unique } = ruleOf(kind, name);
    if (!this.#shows(kind, id)) return { status: 404 };
    const related = this.#ids(kind, id, name).map((other) => this.#json(to, other));
    if (!unique) return { status: 200, json: related };
    return related.length === 0 ? { status: 404 } : { status: 200, json: related[0] };
  }

  #shows(kind: Kind, id: number, deleted: Deleted = null): boolean {
    if (!this.#world.rows[kind].has(id)) return false;
    const isDeleted = kind === 'charts' && this.#world.deletedCharts.has(id);
    return deleted === 'with' || isDeleted === (deleted === 'only');
  }

  /** All or nothing. */
  #attempt(success: number, kind: Kind, id: number, work: () => void): Outcome {
    const before = structuredClone(this.#world);
    try {
      work();
      return { status: success, json: this.#json(kind, id) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#world = before;
      return { status: error.status };
    }
  }

  #requireTargets(kind: Kind, body: Body): void {
    for (const { rule, ids } of changesOf(kind, body))
      if (ids.some((id) => !this.#world.rows[rule.to].has(id))) throw new Refused(400);
  }

  #write(kind: Kind, id: number, fields: Fields): void {
    const rows = this.#world.rows[kind];
    const taken = [...rows].some(([other, { name }]) => other !== id && name === fields.name);
    if (kind === 'crews' && taken) throw new Refused(409);
    rows.set(id, fields);
  }

  #changeEdges(kind: Kind, id: number, body: Body): void {
    for (const { name, rule, mode, ids } of changesOf(kind, body)) {
      const now = this.#ids(kind, id, name);
      if (mode === 'remove')
        this.#unlink(
          rule,
          id,
          now.filter((other) => ids.includes(other)),
        );
      if (mode === 'set')
        this.#unlink(
          rule,
          id,
          now.filter((other) => !ids.includes(other)),
        );
      if (mode !== 'remove') for (const other of ids) this.#link(rule, id, other);
    }
  }

  #unlink({ link, end, unique }: EdgeRule, id: number, others: readonly number[]): void {
    // A cabin is never without a crew; it can only be given another one, by itself.
    if (link === 'quarters' && !unique && others.length > 0) throw new Refused(409);
    this.#world.links[link] = this.#world.links[link].filter(
      (pair) => pair[end] !== id || !others.includes(pair[end === 0 ? 1 : 0]),
    );
  }

  #link({ link, end }: EdgeRule, id: number, other: number): void {
    const pair: Pair = end === 0 ? [id, other] : [other, id];
    const pairs = this.#world.links[link];
    if (pairs.some(([a, b]) => a === pair[0] && b === pair[1])) return;
    // A child of another parent is never stolen.
    if (link !== 'skill' && pairs.some(([child]) => child === pair[0])) throw new Refused(409);
    this.#world.links[link] = [...pairs, pair];
  }

  #ids(kind: Kind, id: number, name: string): number[] {
    const { link, end } = ruleOf(kind, name);
    return ordered(
      this.#world.links[link].filter((pair) => pair[end] === id).map((pair) => pair[end === 0 ? 1 : 0]),
    );
  }

  /** As the API shows it, its edges loaded. */
  #json(kind: Kind, id: number): object {
    const edges = Object.entries(edgeRules[kind]).map(([name, { to, unique }]) => {
      const related = this.#ids(kind, id, name).map((other) => this.#embedded(to, other));
      return [name, unique ? (related[0] ?? null) : related];
    });
    return { ...this.#embedded(kind, id), edges: Object.fromEntries(edges) as object };
  }

  #embedded(kind: Kind, id: number): object {
    return { id, ...this.#world.rows[kind].get(id), edges: {} };
  }
}

const defaults: Readonly<Record<Kind, Fields>> = {
  crews: {},
  sailors: { rank: null },
  cabins: {},
  charts: {},
  knots: { name: 'bowline' },
};

interface Change {
  readonly name: string;
  readonly rule: EdgeRule;
  readonly mode: 'set' | 'add' | 'remove';
  readonly ids: readonly number[];
}

/** Removals come before additions: a child can be moved within one request. */
function changesOf(kind: Kind, body: Body): Change[] {
  return Object.entries(edgeRules[kind]).flatMap(([name, rule]) => [
    ...changeOf(name, rule, 'set', body[name]),
    ...changeOf(name, rule, 'remove', body[`remove_${name}`]),
    ...changeOf(name, rule, 'add', body[`add_${name}`]),
  ]);
}

function changeOf(
  name: string,
  rule: EdgeRule,
  mode: Change['mode'],
  given: Body[string] | undefined,
): Change[] {
  if (given === undefined) return [];
  const ids = [given].flat().filter((id) => id !== null);
  return [{ name, rule, mode, ids: ids.map(Number) }];
}

/** The set of an edge together with a step of it, or one id in both steps. */
function requireSense(kind: Kind, body: Body): void {
  for (const name of Object.keys(edgeRules[kind])) {
    const [add, remove] = [body[`add_${name}`], body[`remove_${name}`]];
    if (body[name] !== undefined && (add !== undefined || remove !== undefined)) throw new Refused(400);
    const removed = [remove ?? []].flat();
    if ([add ?? []].flat().some((id) => removed.includes(id))) throw new Refused(400);
  }
}

function fieldsOf(kind: Kind, body: Body): Fields {
  const names = kind === 'sailors' ? ['name', 'rank'] : ['name'];
  const given = names.filter((name) => body[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, body[name]])) as Fields;
}

function ruleOf(kind: Kind, name: string): EdgeRule {
  const rule = edgeRules[kind][name];
  if (!rule) throw new Error(`${kind} have no edge ${name}.`);
  return rule;
}

function ordered(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}
