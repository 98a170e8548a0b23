// Text that every database stores unchanged.

/** Whether the text has neither NUL nor unpaired surrogates, which databases reject or replace. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
