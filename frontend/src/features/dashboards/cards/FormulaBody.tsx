import { Problem } from '@/components/Problem';
import type { FormulaResult } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import styles from '../card.module.css';
import { rounded } from '../model/amounts';
import { formulaColor } from '../model/formulaColor';

function resultWords(result: FormulaResult['result']): string {
  if (typeof result === 'number') return number(rounded(result, 2));
  if (typeof result === 'boolean') return result ? figureTexts.yes : figureTexts.no;
  return result ?? figureTexts.nothing;
}

/** What a formula gives, in its color, or what is wrong with it. */
export function FormulaBody({ figures: { result, error, color } }: { figures: FormulaResult }) {
  if (error !== null) return <Problem isHint>{error}</Problem>;
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
