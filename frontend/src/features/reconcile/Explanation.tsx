import { Lightbulb } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { run } from '@/domain/transactions/run';
import { addFilter, changeReconcile, useViewStore } from '@/domain/transactions/view';
import type { Account } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useLatest } from '@/lib/react/useLatest';
import { commonTexts } from '@/texts/common';
import { reconcileTexts } from '@/texts/reconcile';
import { fetchSuspects, markCleared } from './api';
import {
  type Cleared,
  collectGuesses,
  explainDifference,
  type Found,
  type Guess,
  type Suspect,
} from './explain';
import { idle } from './idle';
import styles from './reconcile.module.css';

interface ExplanationProps {
  account: Account;
  difference: number;
  /** Takes the keyboard when this goes while it has it. */
  onLeave: () => void;
}

/** Possible causes of a difference; searched on request, in idle moments only. */
export function Explanation({ account, difference, onLeave }: ExplanationProps) {
  const [rows, setRows] = useState<Cleared | null>(null);
  const [guesses, setGuesses] = useState<Found[] | null>(null);
  useEffect(() => {
    if (!rows) return;
    return collectGuesses(explainDifference(rows, difference), idle, (found) => {
      setGuesses(found);
      announce(
        found.length === 0
          ? reconcileTexts.noExplanationFound
          : reconcileTexts.explanationsFound(found.length),
      );
    });
  }, [rows, difference]);
  const explain = () => {
    const fetched = fetchSuspects(account.id);
    void run(fetched.then(setRows));
  };
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The button that had the keyboard gave way to what was found.
    if (guesses && document.activeElement === document.body) place.current?.focus();
  }, [guesses]);
  const leave = useLatest(onLeave);
  useLayoutEffect(() => {
    const group = place.current;
    return () => {
      // It is still on the page now, and gone when this task ends.
      const isHere = group?.contains(document.activeElement);
      if (isHere) queueMicrotask(() => leave.current());
    };
  }, []);
  return (
    <div
      ref={place}
      role="group"
      aria-label={reconcileTexts.explanation}
      tabIndex={-1}
      className={styles.explain}
    >
      {!guesses && (
        <Button look="link" onPress={explain}>
          <Lightbulb size="1rem" aria-hidden="true" />
          {reconcileTexts.explainDifference}
        </Button>
      )}
      {guesses?.length === 0 && <p>{reconcileTexts.nothingFound}</p>}
      {guesses && guesses.length > 0 && (
        <ul aria-label={reconcileTexts.explanations} className={styles.guesses}>
          {guesses.map((guess) => (
            <GuessRow
              key={`${guess.kind} ${guess.rows.map(({ id }) => id).join()}`}
              guess={guess}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const LEADS: Record<Guess['kind'], string> = {
  clear: reconcileTexts.notClearedAddsUp,
  unclear: reconcileTexts.clearedTooMuch,
  twice: reconcileTexts.enteredTwice,
  sign: reconcileTexts.wrongSign,
  digits: reconcileTexts.twoDigitsSwapped,
};

function GuessRow({ guess }: { guess: Found }) {
  const view = useViewStore();
  const amounts = useAmountFormat();
  const { kind, rows, alike } = guess;
  const show = () => {
    changeReconcile(view, { unclearedOnly: false });
    const ids = rows.map(({ id }) => id);
    addFilter(view, {
      condition: null,
      name: reconcileTexts.suspects,
      expressions: [{ id: { $oneof: ids } }],
    });
  };
  const mark = (cleared: boolean) => {
    const ids = rows.map(({ id }) => id);
    void run(markCleared(ids, cleared));
  };
  return (
    <li className={styles.guess}>
      <span className={styles.lead}>{LEADS[kind]}</span>
      {rows.map((row) => (
        <SuspectText key={row.id} row={row} />
      ))}
      {alike > 1 && <span className={styles.lead}>{reconcileTexts.oneOfAlike(alike)}</span>}
      {kind === 'digits' && <span>{reconcileTexts.bankMayHave(amounts.format(guess.meant))}</span>}
      {kind === 'clear' && <Button onPress={() => mark(true)}>{reconcileTexts.markCleared}</Button>}
      {kind === 'unclear' && (
        <Button onPress={() => mark(false)}>{reconcileTexts.markNotCleared}</Button>
      )}
      {kind !== 'clear' && <Button onPress={show}>{commonTexts.show}</Button>}
    </li>
  );
}

function SuspectText({ row }: { row: Suspect }) {
  const amounts = useAmountFormat();
  const dateFormat = usePref('dateFormat');
  return (
    <span className={styles.suspect}>
      {formatDay(row.date, dateFormat)} {row.payee}{' '}
      <strong data-amount>{amounts.format(row.amount)}</strong>
    </span>
  );
}
