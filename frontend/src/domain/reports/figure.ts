/** A figure of a report, and what stands behind it. */
import type { AccountId, AskedCard, CategoryId, FigurePart, Side } from '@/generated/contract';
import {
  accountsPiece,
  categoriesPiece,
  type Dates,
  datePieces,
  type Piece,
  type PieceKind,
  sidePiece,
} from './pieces';

/** Where the transactions of a figure come from. */
export interface Source {
  card: AskedCard;
  part: Partial<FigurePart>;
  /** Makes it another figure of the same transactions, such as one without a side. */
  adjusts?: readonly Adjust[];
}

/** A change of the pieces of a figure. */
export type Adjust =
  | { dates: Dates }
  | { without: readonly PieceKind[] }
  | { side: Side }
  | { categories: readonly CategoryId[] }
  | { accounts: readonly AccountId[] };

/** One of the figures that another one is made of. */
export interface Term {
  sign: '+' | '−' | '÷' | '';
  figure: Figure;
}

export interface Figure {
  /** Which figure of its screen it is. */
  id: string;
  name: string;
  /** As it is shown. */
  value: string;
  /** Whose transactions are behind it; without one it is made of other figures or of the budget. */
  source?: Source;
  /** Pieces that need no source. */
  pieces?: readonly Piece[];
  /** It comes from its transactions, but is not their sum. */
  isNoSum?: boolean;
  /** How it is calculated, where it is not simply a sum of transactions. */
  formula?: string;
  /** What it is made of. */
  terms?: readonly Term[];
  /** The address of the screen that shows it. */
  place?: string;
}

const NONE: FigurePart = {
  series: null,
  point: null,
  account: null,
  row: null,
  special: null,
  position: null,
  day: null,
  side: null,
};

export const partOf = (part: Partial<FigurePart>): FigurePart => ({ ...NONE, ...part });

function adjusted(pieces: readonly Piece[], adjust: Adjust): Piece[] {
  if ('without' in adjust) return pieces.filter(({ kind }) => !adjust.without.includes(kind));
  if ('side' in adjust) return [...pieces, sidePiece(adjust.side)];
  if ('categories' in adjust) return [...pieces, categoriesPiece(adjust.categories)];
  if ('accounts' in adjust) return [...pieces, accountsPiece(adjust.accounts)];
  return [...datePieces(adjust.dates), ...pieces.filter(({ kind }) => kind !== 'dates')];
}

/** The pieces of a figure, from those of the figure that the program knows. */
export function adjustedPieces(pieces: readonly Piece[], { adjusts = [] }: Source): Piece[] {
  return adjusts.reduce<Piece[]>(adjusted, [...pieces]);
}
