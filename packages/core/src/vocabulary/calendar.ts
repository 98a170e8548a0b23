// Days and instants that every database accepts, of the years 1 to 9999, and times of day.

/** Whether a text is a day of the years 1 to 9999, `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!dateText.test(text)) return false;
  // Every month has these days.
  if (text.slice(8) <= '28') return true;
  return new Date(`${text}T00:00:00.000Z`).toISOString().startsWith(text);
}

const dateText = /^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/;

export const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
export const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** Checked in UTC, as an offset may move an instant out of the years 1 to 9999. */
export function isInCalendar(instant: Date): boolean {
  return instant.getTime() >= firstInstant && instant.getTime() <= lastInstant;
}

const timeText = /^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?|24:00:00(?:\.0{1,6})?)$/;
const timeSpanText = /^-?[0-9]{2,3}:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?$/;

/** Whether a text is a time of day, `HH:MM:SS` with up to six digits after the point. PostgreSQL has the end of the day, too. */
export function isTimeText(text: string): boolean {
  return timeText.test(text);
}

/** Whether a text is a time span of MySQL, which may be negative and longer than a day. */
export function isTimeSpanText(text: string): boolean {
  return timeSpanText.test(text);
}

/** Removes zeros at the end of the fraction, as PostgreSQL does, so that equal times have equal texts. */
export function trimTime(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
