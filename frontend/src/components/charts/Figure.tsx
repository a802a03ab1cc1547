import { chartsTexts } from '@/texts/charts';
import { type FigureWays, figureProps } from './figure';
import styles from './figure.module.css';

interface FigureProps {
  /** Null for a figure that has nothing behind it. */
  ways: FigureWays | null;
  /** Among many figures, Tab stops at one of them only. */
  isTabStop?: boolean;
  /** The figure as it is shown. */
  children: string;
}

/** A figure that opens what it is made of, by a press and Enter, and explains itself by `?`. */
export function Figure({ ways, isTabStop = true, children }: FigureProps) {
  if (!ways || children === '') return children;
  const words = chartsTexts.figure(ways.name, children);
  return (
    <button {...figureProps(ways, words, isTabStop)} className={styles.figure}>
      {children}
    </button>
  );
}
