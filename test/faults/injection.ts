// Functions of the user's own that fail on demand: at one place at a time, in one of several ways.

/** How a function fails. */
export interface Way {
  readonly name: string;
  /** Only functions that may answer with a promise can fail so. */
  readonly later: boolean;
  readonly thrown: () => unknown;
}

const thrown: Readonly<Record<string, () => unknown>> = {
  'an error': () => new Error('injected'),
  null: () => null,
  undefined: () => undefined,
  'what cannot be read': () => new Unreadable(),
  'a proxy that claims to be anything': () => new Proxy({}, hostile),
};

const refuse = () => {
  throw new Error('injected, and not to be read');
};

const hostile: ProxyHandler<object> = {
  get: refuse,
  getOwnPropertyDescriptor: refuse,
  getPrototypeOf: refuse,
  has: () => true,
  ownKeys: refuse,
};

/** Each member of it throws that is asked for to log or to classify what was thrown. */
class Unreadable {
  get message(): string {
    throw new Error('injected, and not to be read');
  }
  get stack(): string {
    return this.message;
  }
  get code(): string {
    return this.message;
  }
  get errno(): string {
    return this.message;
  }
}

const ways: readonly Way[] = Object.entries(thrown).flatMap(([name, what]) => [
  { name: `throws ${name}`, later: false, thrown: what },
  { name: `rejects with ${name}`, later: true, thrown: what },
]);

/** The ways in which a function can fail that has to answer at once, or may answer with a promise. */
export function waysOf(answer: 'at once' | 'at once or later'): readonly Way[] {
  return ways.filter(({ later }) => !later || answer === 'at once or later');
}

class Injection {
  #armed: { readonly place: string; readonly way: Way } | undefined;
  #strikes = 0;

  arm(place: string, way: Way): void {
    this.#armed = { place, way };
    this.#strikes = 0;
  }

  /** Nothing fails from now on. Answers how often something did. */
  disarm(): number {
    this.#armed = undefined;
    return this.#strikes;
  }

  /** Called in functions that answer at once. */
  readonly pass = (place: string): void => {
    if (this.#armed?.place === place) this.#throw(this.#armed.way);
  };

  /** Called in functions that may answer with a promise. */
  readonly passLater = (place: string): void | Promise<void> => {
    if (this.#armed?.place !== place) return;
    const { way } = this.#armed;
    if (!way.later) this.#throw(way);
    return Promise.resolve().then(() => {
      this.#throw(way);
    });
  };

  #throw({ thrown: what }: Way): never {
    this.#strikes++;
    throw what();
  }
}

/** The one injection of a test file: entities are declared once. */
export const injection = new Injection();
