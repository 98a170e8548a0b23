// The 29 columns that, with the id, make a wide row.
export type WideKind = 'text' | 'integer' | 'float' | 'boolean' | 'instant';

export interface WideColumn {
  readonly name: string;
  readonly kind: WideKind;
}

const counts: Readonly<Record<WideKind, number>> = { text: 12, integer: 8, float: 4, boolean: 3, instant: 2 };

/** `text1` ... `text12`, `integer1` ..., in this order. */
export const wideColumns: readonly WideColumn[] = (Object.keys(counts) as WideKind[]).flatMap((kind) =>
  Array.from({ length: counts[kind] }, (_, at) => ({ name: `${kind}${at + 1}`, kind })),
);
