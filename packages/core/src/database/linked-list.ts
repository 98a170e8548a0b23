// Lists of what is pending, for members that come and go by the thousand. A Set would keep each table that it has outgrown, with
// the members of that time, until V8 collects its old generation: and by them, all that their requests have read.
// docs/decisions/0089-what-a-set-keeps.md

/** A member of a list. */
export class Link<T> {
  previous: Link<T> | null = null;
  next: Link<T> | null = null;

  constructor(readonly value: T) {}
}

/** Values in the order in which they were added. */
export class LinkedList<T> {
  #first: Link<T> | null = null;
  #last: Link<T> | null = null;

  /** Returns the member, by which the value is removed again. */
  add(value: T): Link<T> {
    const link = new Link(value);
    link.previous = this.#last;
    if (this.#last) this.#last.next = link;
    else this.#first = link;
    this.#last = link;
    return link;
  }

  /** Removes a member, if it still is one. It refers to no other then. */
  remove(link: Link<T>): void {
    const { previous, next } = link;
    if (!previous && link !== this.#first) return;
    if (previous) previous.next = next;
    else this.#first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
    link.previous = null;
    link.next = null;
  }

  get first(): T | undefined {
    return this.#first?.value;
  }

  /** The values now. */
  toArray(): T[] {
    const values: T[] = [];
    for (let link = this.#first; link; link = link.next) values.push(link.value);
    return values;
  }
}
