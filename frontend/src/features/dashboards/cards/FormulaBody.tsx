import { Problem } from '@/components/Problem';
import type { FormulaResult } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import { rounded } from '../model/amounts';
import { Figure } from './Figure';

function resultWords(result: FormulaResult['result']): string {
  if (typeof result === 'number') return number(rounded(result, 2));
  if (typeof result === 'boolean') return result ? figureTexts.yes : figureTexts.no;
  return result ?? figureTexts.nothing;
}

/** What a formula gives, or what is wrong with it. */
export function FormulaBody({ figures: { result, error } }: { figures: FormulaResult }) {
  if (error !== null) return <Problem isHint>{error}</Problem>;
  return <Figure>{resultWords(result)}</Figure>;
}
