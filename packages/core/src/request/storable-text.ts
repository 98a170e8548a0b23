// Text that every database keeps as it is.

/** Whether the text is free of NUL and of halves of surrogate pairs, which databases refuse or replace. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
