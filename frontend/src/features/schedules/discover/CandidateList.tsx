import { readRecurrence } from '@/domain/schedules/recurrence';
import { rhythmWords } from '@/domain/schedules/recurrenceWords';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { FoundSchedule } from '@/generated/contract';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { commonTexts } from '@/texts/common';
import { capitalized, SEPARATOR } from '@/texts/locale';
import { discoverTexts, schedulesTexts } from '@/texts/schedules';
import { candidateKey } from './candidateKey';
import styles from './discover.module.css';
import { evidenceWords } from './evidence';

interface CandidateListProps {
  found: readonly FoundSchedule[];
  data: TransactionData;
  /** By their keys. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Candidates to select, each with why it is one. */
export function CandidateList({ found, data, chosen, onChoose }: CandidateListProps) {
  const keys = found.map(candidateKey);
  const isAll = keys.every((key) => chosen.has(key));
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChoose(next);
  };
  return (
    <div className={styles.candidates}>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onChoose(new Set(isAll ? [] : keys))}
        />
        {commonTexts.selectAll}
      </label>
      <ul className={styles.list} aria-label={discoverTexts.title}>
        {found.map((candidate) => (
          <li key={candidate.id}>
            <Candidate
              candidate={candidate}
              data={data}
              isChosen={chosen.has(candidateKey(candidate))}
              onToggle={() => toggle(candidateKey(candidate))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CandidateProps {
  candidate: FoundSchedule;
  data: TransactionData;
  isChosen: boolean;
  onToggle: () => void;
}

function Candidate({ candidate, data, isChosen, onToggle }: CandidateProps) {
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  const { payee, account, amount, date } = candidate;
  const name = data.payee.get(payee ?? '')?.name ?? schedulesTexts.noPayee;
  const recurrence = readRecurrence(date);
  return (
    <label className={styles.candidate} data-chosen={isChosen || undefined}>
      <input
        type="checkbox"
        aria-label={discoverTexts.take(name)}
        checked={isChosen}
        onChange={onToggle}
      />
      <span className={styles.name}>{name}</span>
      <span className={styles.amount} data-deposit={amount > 0 || undefined}>
        {amounts.format(amount)}
      </span>
      <span className={styles.rhythm}>
        {[
          recurrence ? capitalized(rhythmWords(recurrence)) : '',
          data.account.get(account)?.name ?? '',
        ]
          .filter(Boolean)
          .join(SEPARATOR)}
      </span>
      <span className={styles.evidence}>{evidenceWords(candidate, { amounts, dates })}</span>
    </label>
  );
}
