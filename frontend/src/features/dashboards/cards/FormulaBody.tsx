import { Sigma } from 'lucide-react';
import type { ReactNode } from 'react';
import { Problem } from '@/components/Problem';
import type { FormulaResult } from '@/generated/contract';
import { nameOf } from '@/lib/format/nameOf';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import styles from '../card.module.css';
import { rounded } from '../model/amounts';
import { formulaColor } from '../model/formulaColor';
import { CardEmpty } from './CardEmpty';

function resultWords(result: FormulaResult['result']): string {
  if (typeof result === 'number') return number(rounded(result, 2));
  if (typeof result === 'boolean') return result ? figureTexts.yes : figureTexts.no;
  return result ?? figureTexts.nothing;
}

interface FormulaBodyProps {
  figures: FormulaResult;
  /** The settings of the card. */
  meta: Readonly<Record<string, unknown>> | null;
  /** Leads to where its formula is written. */
  way: ReactNode;
}

const isUnwritten = (formula: unknown) => typeof formula !== 'string' || formula.trim() === '';

/** The result of a formula in its color, its error, or an invitation to write one. */
export function FormulaBody({ figures: { result, error, color }, meta, way }: FormulaBodyProps) {
  if (error !== null && isUnwritten(meta?.formula)) {
    return (
      <CardEmpty icon={Sigma} way={way}>
        {figureTexts.formulaInvites}
      </CardEmpty>
    );
  }
  if (error !== null) {
    return <Problem>{nameOf(figureTexts.formulaFaults, error) ?? error}</Problem>;
  }
  const { tone, css } = formulaColor(color);
  return (
    <p className={styles.figure}>
      <span
        data-amount
        className={styles.amount}
        data-tone={tone}
        style={css === undefined ? undefined : { color: css }}
      >
        {resultWords(result)}
      </span>
    </p>
  );
}
