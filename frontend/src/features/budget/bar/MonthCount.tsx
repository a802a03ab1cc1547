import type { KeyboardEvent } from 'react';
import { budgetTexts } from '@/texts/budget';
import styles from './MonthCount.module.css';

interface MonthCountProps {
  /** Months that fit into the present width, 1 to 6. */
  fit: number;
  value: number;
  onChange: (count: number) => void;
}

/** The radiogroup "Months shown"; counts that do not fit are not offered. */
export function MonthCount({ fit, value, onChange }: MonthCountProps) {
  if (fit < 2) return null;
  const counts = Array.from({ length: fit }, (_, index) => index + 1);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const count = step ? value + step : Number(event.key);
    if (!counts.includes(count)) return;
    event.preventDefault();
    onChange(count);
    event.currentTarget.querySelector<HTMLElement>(`[data-count="${count}"]`)?.focus();
  };
  return (
    <div className={styles.count}>
      <span aria-hidden="true" className={styles.label}>
        {budgetTexts.months}
      </span>
      <div
        role="radiogroup"
        aria-label={budgetTexts.monthsShown}
        className={styles.group}
        onKeyDown={press}
      >
        {counts.map((count) => (
          <button
            key={count}
            type="button"
            role="radio"
            data-count={count}
            aria-checked={count === value}
            aria-label={budgetTexts.monthsChoice(count)}
            tabIndex={count === value ? 0 : -1}
            className={styles.option}
            onClick={() => onChange(count)}
          >
            {count}
          </button>
        ))}
      </div>
    </div>
  );
}
