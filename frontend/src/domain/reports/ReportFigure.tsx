import { Figure as FigureButton } from '@/components/charts/Figure';
import { drillTexts } from '@/texts/drill';
import { type FigureHome, useFigureHome } from './FiguresOf';
import type { Adjust, Figure, Source, Term } from './figure';
import type { Piece } from './pieces';
import { useFigureWays } from './useFigureWays';

export interface FigureOf {
  /** Which figure of its card it is. */
  id: string;
  /** What it is called; the title of its card if it has no name of its own. */
  name?: string;
  /** What it is about, where that is something else than all of the card. */
  when?: string;
  /** As it is shown. */
  value: string;
  part?: Source['part'];
  adjusts?: readonly Adjust[];
  pieces?: readonly Piece[];
  formula?: string;
  terms?: readonly { sign: Term['sign']; of: FigureOf }[];
  place?: string;
  /** It comes from its transactions, but is not their sum. */
  isNoSum?: boolean;
}

/** A figure of a card with all that is behind it. */
export function figureIn(home: FigureHome, of: FigureOf): Figure {
  const { id, name = home.title, when = home.when, value, part, adjusts, pieces, terms } = of;
  return {
    id: `${home.id}/${id}`,
    name: drillTexts.named(name, when),
    value,
    ...(part ? { source: { card: home.card, part, ...(adjusts ? { adjusts } : {}) } } : {}),
    ...(pieces ? { pieces } : {}),
    ...(of.formula === undefined ? {} : { formula: of.formula }),
    ...(of.isNoSum ? { isNoSum: true } : {}),
    ...(terms
      ? { terms: terms.map(({ sign, of }) => ({ sign, figure: figureIn(home, of) })) }
      : {}),
    ...(of.place === undefined ? {} : { place: of.place }),
  };
}

/** Whether there is anything behind it. */
const hasMore = ({ part, pieces, terms, place }: FigureOf) =>
  (part ?? pieces ?? terms ?? place) !== undefined;

interface ReportFigureProps {
  of: FigureOf;
  /** Among many figures, Tab stops at one of them only. */
  isTabStop?: boolean;
}

/** A figure that leads to its transactions; where it belongs to no card, the figure alone. */
export function ReportFigure({ of, isTabStop = true }: ReportFigureProps) {
  const home = useFigureHome();
  const ways = useFigureWays();
  return (
    <FigureButton
      ways={home && hasMore(of) ? ways(figureIn(home, of)) : null}
      isTabStop={isTabStop}
    >
      {of.value}
    </FigureButton>
  );
}
