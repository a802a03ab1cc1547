import type { CSSProperties } from 'react';
import type { AmountFormat } from '@/lib/format/amount';
import styles from './cells.module.css';

interface FigureProps {
  /** Cents; undefined while the value is not known yet. */
  value: number | undefined;
  amounts: AmountFormat;
  /** A zero is a mere dash, as in months to come; its cell has the amount in its name. */
  isQuiet?: boolean;
}

const NOTHING = '–';

/** Longer amounts take smaller figures where their cell is narrow, so that none is cut. */
const FITTING_CHARACTERS = 10;

const fitting = (text: string) => ({ '--characters': text.length }) as CSSProperties;

/** An amount, or a bar of its usual width while it is loading. */
export function Figure({ value, amounts, isQuiet = false }: FigureProps) {
  if (value === undefined) return <span className={styles.skeleton} aria-hidden="true" />;
  const text = isQuiet && value === 0 ? NOTHING : amounts.format(value);
  const isLong = text.length > FITTING_CHARACTERS;
  return (
    <span
      className={styles.figure}
      data-zero={value === 0 || undefined}
      data-long={isLong || undefined}
      style={isLong ? fitting(text) : undefined}
      title={isLong ? text : undefined}
    >
      {text}
    </span>
  );
}
