// Is there one order of all operations that gives each its answer, and that no operation leaves the time between its call
// and its answer for? The search of Wing and Gong, with Lowe's memory of what was tried in vain.

/** What a client did, by its own clock. */
export interface Event<Operation> {
  readonly operation: Operation;
  /** Null where the client got none: the operation may have happened at any time after its call, or never. */
  readonly answer: string | null;
  readonly called: number;
  /** Infinity where there is no answer. */
  readonly answered: number;
}

export interface Step<State> {
  readonly state: State;
  readonly answer: string;
}

/** What operations do when they come one after the other. */
export interface Model<State, Operation> {
  readonly initial: State;
  /** Equal for equal states. */
  key(state: State): string;
  step(state: State, operation: Operation): Step<State>;
  /** Whether it may change the state when it gives this answer. */
  writes(operation: Operation, answer: string | null): boolean;
  /** Whether the answer may show a moment before the one at which the operation takes effect. */
  answersEarlier(operation: Operation, answer: string): boolean;
}

/** More steps than this are no search any more: there are too many operations at a time. */
const mostSteps = 3_000_000;

/** Whether there is such an order. */
export function isLinearizable<State, Operation>(
  model: Model<State, Operation>,
  events: readonly Event<Operation>[],
): boolean {
  return new Search(model, events).succeeds();
}

/**
 * Null for a history that has such an order; otherwise the shortest beginning of it that has none, without the reads that
 * do not matter.
 */
export function findViolation<State, Operation>(
  model: Model<State, Operation>,
  events: readonly Event<Operation>[],
): readonly Event<Operation>[] | null {
  if (isLinearizable(model, events)) return null;
  return withoutIdleReads(model, shortestBeginning(model, events));
}

/** A beginning of a history that has an order has one, too: the end can be searched for by halving. */
function shortestBeginning<State, Operation>(
  model: Model<State, Operation>,
  events: readonly Event<Operation>[],
): readonly Event<Operation>[] {
  const ends = events
    .map(({ answered }) => answered)
    .filter((answered) => answered < Infinity)
    .sort((a, b) => a - b);
  let [sound, broken] = [-1, ends.length - 1];
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (isLinearizable(model, until(model, events, ends[middle] ?? Infinity))) sound = middle;
    else broken = middle;
  }
  return until(model, events, ends[broken] ?? Infinity);
}

/** What had been seen at that time. What was not answered yet may have happened or not. */
function until<State, Operation>(
  model: Model<State, Operation>,
  events: readonly Event<Operation>[],
  end: number,
): readonly Event<Operation>[] {
  return events
    .filter(({ called }) => called < end)
    .map((event) => (event.answered <= end ? event : { ...event, answer: null, answered: Infinity }))
    .filter(({ operation, answer }) => answer !== null || model.writes(operation, null));
}

function withoutIdleReads<State, Operation>(
  model: Model<State, Operation>,
  events: readonly Event<Operation>[],
): readonly Event<Operation>[] {
  let left = events;
  for (const event of events) {
    if (model.writes(event.operation, event.answer)) continue;
    const without = left.filter((other) => other !== event);
    if (!isLinearizable(model, without)) left = without;
  }
  return left;
}

/** What has to be given a place in the order. An operation that answers earlier has two places. */
interface Point<Operation> {
  readonly operation: Operation;
  readonly part: 'whole' | 'answer' | 'effect';
  readonly answer: string | null;
  readonly called: number;
  readonly answered: number;
  /** The point that must come before. */
  readonly after: number | null;
}

function pointsOf<State, Operation>(
  model: Model<State, Operation>,
  events: readonly Event<Operation>[],
): readonly Point<Operation>[] {
  const points: Point<Operation>[] = [];
  for (const event of [...events].sort((a, b) => a.called - b.called)) {
    const { operation, answer } = event;
    if (answer === null && !model.writes(operation, null)) continue;
    if (answer === null || !model.answersEarlier(operation, answer)) {
      points.push({ ...event, part: 'whole', after: null });
      continue;
    }
    points.push({ ...event, part: 'answer', after: null });
    points.push({ ...event, part: 'effect', after: points.length - 1 });
  }
  return points;
}

/** A search through the orders of one history, depth first. */
class Search<State, Operation> {
  readonly #model: Model<State, Operation>;
  readonly #points: readonly Point<Operation>[];
  readonly #isPlaced: boolean[];
  /** What was placed, and the state it led to, without a way on. */
  readonly #tried = new Set<string>();
  #left: number;
  #steps = 0;

  constructor(model: Model<State, Operation>, events: readonly Event<Operation>[]) {
    this.#model = model;
    this.#points = pointsOf(model, events);
    this.#isPlaced = this.#points.map(() => false);
    this.#left = this.#points.filter(({ answer }) => answer !== null).length;
  }

  succeeds(): boolean {
    return this.#continue(this.#model.initial, 0);
  }

  /** `first` is the first point without a place. */
  #continue(state: State, first: number): boolean {
    const looked = this.#placeLooks(state, first);
    if (this.#left === 0) return true;
    let start = first;
    while (this.#isPlaced[start]) start++;
    const next = this.#next(start);
    if (this.#isNew(state, start, next.at(-1) ?? start))
      for (const at of next) if (this.#tryEffect(state, start, at)) return true;
    for (const at of looked) this.#take(at);
    return false;
  }

  /** What only looks, and sees this state, can be placed at once: nothing that comes later is made harder by it. */
  #placeLooks(state: State, first: number): readonly number[] {
    const placed: number[] = [];
    for (let found = true; found;) {
      found = false;
      for (const at of this.#next(first)) {
        if (!this.#looksAndSees(state, at)) continue;
        this.#place(at);
        placed.push(at);
        found = true;
      }
    }
    return placed;
  }

  #looksAndSees(state: State, at: number): boolean {
    const point = this.#points[at];
    if (!point?.answer || point.part === 'effect') return false;
    if (point.part === 'whole' && this.#model.writes(point.operation, point.answer)) return false;
    return this.#step(state, point).answer === point.answer;
  }

  #tryEffect(state: State, first: number, at: number): boolean {
    const point = this.#points[at];
    if (!point || point.part === 'answer' || !this.#model.writes(point.operation, point.answer)) return false;
    const step = this.#step(state, point);
    // The rest of the answer was compared where it was placed.
    const isAsSeen =
      point.part === 'effect'
        ? statusOf(step.answer) === statusOf(point.answer ?? '')
        : point.answer === null || step.answer === point.answer;
    if (!isAsSeen) return false;
    this.#place(at);
    if (this.#continue(step.state, first)) return true;
    this.#take(at);
    return false;
  }

  /** Those that nothing without a place had been answered before. Points are in the order of their calls. */
  #next(first: number): readonly number[] {
    const next: number[] = [];
    let earliestAnswer = Infinity;
    for (let at = first; at < this.#points.length; at++) {
      const point = this.#points[at];
      if (!point || this.#isPlaced[at]) continue;
      if (point.called > earliestAnswer) break;
      earliestAnswer = Math.min(earliestAnswer, point.answered);
      if (point.after === null || this.#isPlaced[point.after]) next.push(at);
    }
    return next;
  }

  #isNew(state: State, first: number, last: number): boolean {
    let key = `${first} `;
    for (let at = first; at <= last; at++) key += this.#isPlaced[at] ? '1' : '0';
    key += this.#model.key(state);
    if (this.#tried.has(key)) return false;
    this.#tried.add(key);
    return true;
  }

  #step(state: State, { operation }: Point<Operation>): Step<State> {
    if (++this.#steps > mostSteps) throw new Error('Too many operations at a time: the search does not end.');
    return this.#model.step(state, operation);
  }

  #place(at: number): void {
    this.#isPlaced[at] = true;
    if (this.#points[at]?.answer !== null) this.#left--;
  }

  #take(at: number): void {
    this.#isPlaced[at] = false;
    if (this.#points[at]?.answer !== null) this.#left++;
  }
}

/** The word that an answer begins with. */
function statusOf(answer: string): string {
  return answer.split(' ', 1).join();
}
