import { useState } from 'react';
import { Button } from '@/components/Button';
import { Problem } from '@/components/Problem';
import type { DryRun as Outcome } from '@/generated/contract';
import { formatDay } from '@/lib/format/dates';
import { errorText } from '@/texts/errors';
import { SEPARATOR } from '@/texts/locale';
import { ruleEditorTexts } from '@/texts/rules';
import { changeWords } from '../model/changes';
import { useRuleSources } from '../model/useRuleSources';
import type { RuleDraft } from './draft';
import styles from './editor.module.css';
import { useDryRun } from './useDryRun';

/** The effect that the rule would have had on the latest transactions, updated while typing. */
export function DryRun({ draft }: { draft: RuleDraft }) {
  const { outcome, failure, apply, isBusy } = useDryRun(draft);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const taken = outcome?.changed.filter((id) => !left.has(id)) ?? [];
  const toggle = (id: string) =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <section className={styles.group} aria-label={ruleEditorTexts.dryRun}>
      <div className={styles.dryHead}>
        <p role="status" tabIndex={-1} className={styles.legend}>
          {summaryOf(outcome)}
        </p>
        {taken.length > 0 && (
          <Button
            isBusy={isBusy}
            aria-description={ruleEditorTexts.applyHint}
            onPress={() => apply(taken)}
          >
            {ruleEditorTexts.applyTo(taken.length)}
          </Button>
        )}
      </div>
      {failure !== null && <Problem>{errorText(failure)}</Problem>}
      {outcome && outcome.rows.length > 0 && (
        <Rows outcome={outcome} left={left} onToggle={toggle} />
      )}
    </section>
  );
}

function summaryOf(outcome: Outcome | null): string {
  if (!outcome || outcome.error) return ruleEditorTexts.dryRunWaits;
  const { tried, matched, changed } = outcome;
  if (changed.length > 0) return ruleEditorTexts.wouldChange(changed.length, tried);
  return matched > 0 ? ruleEditorTexts.allThere(matched) : ruleEditorTexts.noneMatch(tried);
}

interface RowsProps {
  outcome: Outcome;
  left: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

function Rows({ outcome, left, onToggle }: RowsProps) {
  const sources = useRuleSources();
  const { lookups, amounts, dateFormat } = sources;
  return (
    <>
      <ul className={styles.dryRows}>
        {outcome.rows.map(({ transaction, changes }) => {
          const { id, date, amount, payee, imported_payee } = transaction;
          const name = lookups.payee.get(payee ?? '')?.name ?? imported_payee ?? '';
          return (
            <li key={id}>
              <label className={styles.dryRow}>
                <input
                  type="checkbox"
                  aria-label={ruleEditorTexts.takeRow}
                  checked={!left.has(id)}
                  onChange={() => onToggle(id)}
                />
                <span className={styles.dryDay}>{formatDay(date, dateFormat)}</span>
                <span className={styles.dryPayee} title={name}>
                  {name}
                </span>
                <span className={styles.dryAmount}>{amounts.format(amount)}</span>
                <span className={styles.dryChange}>
                  {changeWords(changes, sources).join(SEPARATOR)}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {outcome.changed.length > outcome.rows.length && (
        <p className={styles.hint}>{ruleEditorTexts.firstShown(outcome.rows.length)}</p>
      )}
    </>
  );
}
