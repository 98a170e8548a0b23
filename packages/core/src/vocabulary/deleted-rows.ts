// Rows with a delete date, which reads leave out unless the client asks for them.

/** Whether a read finds rows with a delete date: not at all, among the others, or only those. */
export type DeletedRows = 'without' | 'with' | 'only';
