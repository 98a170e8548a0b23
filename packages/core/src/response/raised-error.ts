// What the author's rules for database errors look at.
import { getProperty, getStringProperty, type DatabaseError } from '../execute/database-error.js';
import type { RaisedError } from '../model/resolve/database-error-model.js';

/** Reads state, number and text of an error as its driver reports them. */
export function describeRaisedError({ cause, constraint }: DatabaseError): RaisedError {
  const number = getProperty(cause, 'errno');
  const text = getStringProperty(cause, 'sqlMessage') || getStringProperty(cause, 'message');
  return {
    // mysql2 has its state apart from its code; PostgreSQL's code is the state.
    sqlState: getStringProperty(cause, 'sqlState') || getStringProperty(cause, 'code'),
    number: typeof number === 'number' ? number : null,
    constraint,
    // sqlite3 puts the code in front.
    message: text.replace(/^SQLITE_[A-Z]+: /, ''),
  };
}
