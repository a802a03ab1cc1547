/** How a figure comes about: what there is in its days, less what each of its pieces leaves out. */
import type { Day } from '@/generated/contract';
import { fetchSum } from '../transactions/api';
import { type Expression, PARTS } from '../transactions/view';
import { piecesBehind } from './api';
import type { Figure } from './figure';
import type { Piece, PieceKind } from './pieces';

interface Sum {
  /** Cents. */
  sum: number;
  count: number;
}

export interface How {
  pieces: readonly Piece[];
  /** The pieces that say which figure it is: they leave nothing out. */
  about: readonly Piece[];
  all: Sum;
  /** The other pieces, one after the other, with what each leaves out; none that leaves out nothing. */
  left: readonly (Sum & { piece: Piece })[];
  /** All less what is left out: the figure. */
  total: Sum;
  /** What of the total lies after today. */
  afterToday: Sum;
}

const ABOUT: ReadonlySet<PieceKind> = new Set<PieceKind>(['dates', 'part', 'side']);

const expressionsOf = (pieces: readonly Piece[]): Expression[] =>
  pieces.flatMap(({ expressions }) => expressions);

/** None for a figure without transactions. */
export async function howCalculated(figure: Figure, today: Day): Promise<How | null> {
  const pieces = await piecesBehind(figure);
  if (!pieces) return null;
  const about = pieces.filter(({ kind }) => ABOUT.has(kind));
  const others = pieces.filter(({ kind }) => !ABOUT.has(kind));
  const base = [...PARTS, ...expressionsOf(about)];
  const later: Expression = { date: { $gt: today } };
  const [afterToday, ...sums] = await Promise.all([
    fetchSum([...base, ...expressionsOf(others), later]),
    fetchSum(base),
    ...others.map((_, at) => fetchSum([...base, ...expressionsOf(others.slice(0, at + 1))])),
  ]);
  const [all] = sums;
  const total = sums.at(-1);
  if (!all || !total) return null;
  const left = others.flatMap((piece, at) => {
    const [before, after] = [sums[at], sums[at + 1]];
    if (!before || !after || before.count === after.count) return [];
    return [{ piece, sum: before.sum - after.sum, count: before.count - after.count }];
  });
  return { pieces, about, all, left, total, afterToday };
}
