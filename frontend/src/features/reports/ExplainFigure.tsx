import { CircleHelp } from 'lucide-react';
import { Button } from '@/components/Button';
import { useFigureHome } from '@/domain/reports/FiguresOf';
import { type FigureOf, figureIn } from '@/domain/reports/ReportFigure';
import { useFigureWays } from '@/domain/reports/useFigureWays';
import { chartsTexts } from '@/texts/charts';
import styles from './reports.module.css';

/** Explains a figure that stands without a chart: fingers have no key for it. */
export function ExplainFigure({ of }: { of: FigureOf }) {
  const home = useFigureHome();
  const ways = useFigureWays();
  if (!home) return null;
  const { explain } = ways(figureIn(home, of));
  return (
    <Button look="link" className={styles.explain ?? ''} onPress={explain}>
      <CircleHelp size="1rem" aria-hidden="true" />
      {chartsTexts.how}
    </Button>
  );
}
