import { ExplainButton } from '@/components/charts/ExplainButton';
import { useFigureHome } from '@/domain/reports/FiguresOf';
import { type FigureOf, figureIn } from '@/domain/reports/ReportFigure';
import { useFigureWays } from '@/domain/reports/useFigureWays';
import styles from './reports.module.css';

/** Explains a figure that stands without a chart: fingers have no key for it. */
export function ExplainFigure({ of }: { of: FigureOf }) {
  const home = useFigureHome();
  const ways = useFigureWays();
  if (!home) return null;
  const { explain } = ways(figureIn(home, of));
  return <ExplainButton className={styles.explain} onPress={explain} />;
}
