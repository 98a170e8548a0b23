// Input that several suites send.

/** Spellings of an integer id that are none: each is a 404 wherever it stands in a path. */
export const misspelledIds = [
  'abc',
  '01',
  '1.0',
  '+1',
  '%201',
  '1%20',
  '1e0',
  '0x1',
  '1abc',
  'NaN',
  'null',
  'undefined',
  '1%00',
  '%zz',
  '1%2fowner',
  '99999999999999999999',
  '__proto__',
  '1;x=1',
] as const;

/** Texts that are no JSON. */
export const malformedJson = [
  '{',
  '{"name":"x",}',
  "{'name':'x'}",
  '{"name":"x"}x',
  '// c\n{}',
  '{"age":NaN}',
  '{"age":01}',
  '\ufeff{}',
  '',
  '   ',
] as const;
