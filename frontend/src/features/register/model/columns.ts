/** The columns of the register and which of them fit. */
import { type ColumnId, columnsBut } from '@/domain/transactions/columnId';

export type { ColumnId };

export interface Columns {
  ids: readonly ColumnId[];
  /** Rows of two lines, for narrow places. */
  isNarrow: boolean;
  /** The tracks of the CSS grid. */
  template: string;
  /** The columns of the form for new transactions, which asks for all of them. */
  form: readonly ColumnId[];
  /** Not all of them fit in one line. */
  isFormWrapped: boolean;
}

interface Wanted {
  /** Several accounts are listed together. */
  withAccount: boolean;
  withBalance: boolean;
  /** Widths chosen instead of the usual ones, in px. */
  widths?: Partial<Record<ColumnId, number>>;
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

/** Columns of words share what room there is; a width chosen for one is the most it takes. */
const WORDS: readonly ColumnId[] = ['notes', 'payee', 'category', 'account'];
const SIZED: ReadonlySet<string> = new Set([...WORDS, 'date', 'payment', 'deposit', 'balance']);
const MOST_PX = 800;

/** Where an amount stands that has its sign by its column. */
export function columnOfSign(amount: number): ColumnId {
  return amount > 0 ? 'deposit' : 'payment';
}

export function isResizable(column: string): column is ColumnId {
  return SIZED.has(column);
}

export function withinLimits(column: ColumnId, width: number): number {
  return Math.round(Math.max(TRACKS[column].min, Math.min(MOST_PX, width)));
}

/** Narrower than this, rows have two lines. */
const TWO_LINES_PX = 720;
/** Narrower than this, the second of them has no room for notes. */
const TIGHT_PX = 420;
/** The order in which columns are dropped when space is short. */
const DROPPED: readonly ColumnId[] = ['notes', 'balance', 'account'];
const NARROW = columnsBut('payment', 'deposit', 'balance');

/** The columns of the form for new transactions. */
const FORM = columnsBut('select', 'amount', 'balance');

/** The columns for a width in pixels of text at its normal size. */
export function columnsFor(width: number, wanted: Wanted): Columns {
  const { withAccount, withBalance, widths = {} } = wanted;
  if (width < TWO_LINES_PX) {
    const isTight = width < TIGHT_PX;
    const ids = NARROW.filter(
      (id) => (withAccount || id !== 'account') && !(isTight && id === 'notes'),
    );
    const form = FORM.filter((id) => withAccount || id !== 'account');
    return { ids, isNarrow: true, template: '', form, isFormWrapped: true };
  }
  const unwanted: ColumnId[] = withBalance ? [] : ['balance'];
  if (!withAccount) unwanted.push('account');
  let ids = columnsBut('amount', ...unwanted);
  const all = ids;
  for (const column of DROPPED) {
    const needed = ids.reduce((sum, id) => sum + leastWidth(id, widths), 0);
    if (needed > width) ids = ids.filter((id) => id !== column);
  }
  // Somebody has to take the room that is left.
  const isShared = ids.some((id) => WORDS.includes(id) && widths[id] === undefined);
  const filler = isShared ? null : (WORDS.find((id) => ids.includes(id)) ?? null);
  const tracks = ids.map((id) => (id === filler ? TRACKS[id].track : trackOf(id, widths[id])));
  const isFormWrapped = all.some((id) => id !== 'balance' && !ids.includes(id));
  const form = isFormWrapped ? FORM.filter((id) => all.includes(id)) : ids;
  return { ids, isNarrow: false, template: tracks.join(' '), form, isFormWrapped };
}

/** Columns of words give way, down to their least width; the others are as wide as they are. */
function leastWidth(id: ColumnId, widths: NonNullable<Wanted['widths']>): number {
  return WORDS.includes(id) ? TRACKS[id].min : (widths[id] ?? TRACKS[id].min);
}

function trackOf(id: ColumnId, width: number | undefined): string {
  const { min, track } = TRACKS[id];
  if (width === undefined) return track;
  const rem = (px: number) => `${px / 16}rem`;
  return WORDS.includes(id) ? `minmax(${rem(min)}, ${rem(width)})` : rem(width);
}
