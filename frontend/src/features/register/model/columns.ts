/** The columns of the register and which of them fit (ui-brief 7.1). */
export type ColumnId =
  | 'select'
  | 'date'
  | 'account'
  | 'payee'
  | 'notes'
  | 'category'
  | 'payment'
  | 'deposit'
  | 'amount'
  | 'balance'
  | 'cleared';

export interface Columns {
  ids: readonly ColumnId[];
  /** Rows of two lines, for narrow places. */
  isNarrow: boolean;
  /** The tracks of the CSS grid. */
  template: string;
}

interface Wanted {
  /** Several accounts are listed together. */
  withAccount: boolean;
  withBalance: boolean;
}

const TRACKS: Record<ColumnId, { min: number; track: string }> = {
  select: { min: 36, track: '2.25rem' },
  date: { min: 116, track: '7.25rem' },
  account: { min: 120, track: 'minmax(7.5rem, 1fr)' },
  payee: { min: 140, track: 'minmax(8.75rem, 1.3fr)' },
  notes: { min: 120, track: 'minmax(7.5rem, 1.2fr)' },
  category: { min: 140, track: 'minmax(8.75rem, 1.1fr)' },
  payment: { min: 96, track: '6rem' },
  deposit: { min: 96, track: '6rem' },
  amount: { min: 104, track: '6.5rem' },
  balance: { min: 112, track: '7rem' },
  cleared: { min: 40, track: '2.5rem' },
};

/** Narrower than this, rows have two lines. */
const TWO_LINES_PX = 720;
/** What goes first when there is no room. */
const DROPPED: readonly ColumnId[] = ['notes', 'balance', 'account'];
const NARROW: readonly ColumnId[] = [
  'select',
  'date',
  'account',
  'payee',
  'notes',
  'category',
  'amount',
  'cleared',
];

/** The columns for a width in pixels of text at its normal size. */
export function columnsFor(width: number, { withAccount, withBalance }: Wanted): Columns {
  if (width < TWO_LINES_PX) {
    const ids = NARROW.filter((id) => withAccount || id !== 'account');
    return { ids, isNarrow: true, template: '' };
  }
  let ids: ColumnId[] = [
    'select',
    'date',
    ...(withAccount ? (['account'] as const) : []),
    'payee',
    'notes',
    'category',
    'payment',
    'deposit',
    ...(withBalance ? (['balance'] as const) : []),
    'cleared',
  ];
  for (const column of DROPPED) {
    const needed = ids.reduce((sum, id) => sum + TRACKS[id].min, 0);
    if (needed > width) ids = ids.filter((id) => id !== column);
  }
  return { ids, isNarrow: false, template: ids.map((id) => TRACKS[id].track).join(' ') };
}
