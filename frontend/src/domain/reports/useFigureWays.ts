import { useLocation, useNavigate } from 'react-router';
import type { FigureWays } from '@/components/charts/figure';
import { tell } from '@/lib/notices/tell';
import { useLatest } from '@/lib/react/useLatest';
import { errorText } from '@/texts/errors';
import { piecesBehind } from './api';
import { askHow } from './askHow';
import type { Figure } from './figure';
import { figurePlace } from './figurePlace';
import { rememberFigure } from './returning';

/**
 * What can be done with the figures of a screen. Opening one goes to its transactions, or to the
 * screen that it comes from; one that is made of other figures names them.
 */
export function useFigureWays(): (figure: Figure) => FigureWays {
  const location = useLatest(useLocation());
  const navigate = useNavigate();
  const goTo = async (figure: Figure, from: string) => {
    const { key, pathname } = location.current;
    const top = document.querySelector('main')?.scrollTop ?? 0;
    try {
      const pieces = await piecesBehind(figure);
      const to = pieces ? figurePlace(pieces, figure.name) : figure.place;
      // The person has gone elsewhere meanwhile.
      if (to === undefined || location.current.key !== key) return;
      rememberFigure({ entry: key, path: pathname, figure: from, top });
      await navigate(to, { state: { goBack: true } });
    } catch (error) {
      tell(errorText(error));
    }
  };
  return (figure) => {
    const explain = () => askHow(figure, (chosen) => void goTo(chosen, figure.id));
    const isMade = !figure.source && !figure.pieces && figure.place === undefined;
    const open = (from = figure.id) => (isMade ? explain() : void goTo(figure, from));
    return { id: figure.id, name: figure.name, open, explain };
  };
}
