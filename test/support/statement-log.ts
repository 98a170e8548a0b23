// What a database was really asked, recorded in its driver: below TypeORM, so that nothing can pass by.
import { Client } from 'pg';

/** The statements since the last `clear`, in order. */
export class StatementLog {
  readonly texts: string[] = [];

  get count(): number {
    return this.texts.length;
  }

  readonly record = (text: string): void => {
    this.texts.push(text);
  };

  clear(): void {
    this.texts.length = 0;
  }
}

/** A PostgreSQL client class for the pool's option `Client` that records what it is asked. */
export function recordingClient(log: StatementLog): typeof Client {
  return class extends Client {
    override query = new Proxy(super.query.bind(this), {
      apply: (query, self, given: [unknown]) => {
        log.record(textOf(given[0]));
        return Reflect.apply(query, self, given) as unknown;
      },
    });
  };
}

/** pg takes a text, or an object that carries one. */
function textOf(statement: unknown): string {
  if (typeof statement === 'object' && statement !== null && 'text' in statement)
    return String(statement.text);
  return String(statement);
}
