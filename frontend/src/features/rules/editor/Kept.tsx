import { errorWords } from '@/components/conditions/errorWords';
import type { WordSources } from '@/components/conditions/words';
import { useLookups } from '@/domain/transactions/useTransactionData';
import type { Action, Condition } from '@/generated/contract';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { ruleEditorTexts } from '@/texts/rules';
import { Sentence } from '../grid/Sentence';
import { actionPhrases, conditionPhrases, type Phrase } from '../model/sentences';
import styles from './editor.module.css';

function useSources(): WordSources {
  const lookups = useLookups();
  const amounts = useAmountFormat();
  const dateFormat = usePref('dateFormat');
  return { lookups, amounts, dateFormat };
}

interface ConditionProps {
  condition: Condition;
  error: string | undefined;
}

/** A condition that the editor cannot build, in words. */
export function KeptCondition({ condition, error }: ConditionProps) {
  return <Kept phrases={conditionPhrases(condition, useSources())} error={error} />;
}

interface ActionProps {
  action: Action;
  error: string | undefined;
}

/** The same for an action. */
export function KeptAction({ action, error }: ActionProps) {
  return <Kept phrases={actionPhrases(action, useSources())} error={error} />;
}

function Kept({ phrases, error }: { phrases: readonly Phrase[]; error: string | undefined }) {
  return (
    <div className={styles.kept}>
      <p>
        <Sentence phrases={phrases} />
      </p>
      <p className={styles.hint}>{ruleEditorTexts.kept}</p>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {errorWords(error)}
        </p>
      )}
    </div>
  );
}
