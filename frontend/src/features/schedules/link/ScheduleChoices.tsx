import type { KeyboardEvent, RefObject } from 'react';
import { NoMatch } from '@/components/grid/NoMatch';
import { StatusChip } from '@/domain/schedules/StatusChip';
import { SEPARATOR } from '@/texts/locale';
import { schedulesTexts } from '@/texts/schedules';
import type { ScheduleRow } from '../model/rows';
import styles from './link.module.css';

interface ScheduleChoicesProps {
  rows: readonly ScheduleRow[];
  list: RefObject<HTMLUListElement | null>;
  onChoose: (row: ScheduleRow) => void;
}

/** Schedules to choose one of; the arrow keys move between them. */
export function ScheduleChoices({ rows, list, onChoose }: ScheduleChoicesProps) {
  if (rows.length === 0) return <NoMatch>{schedulesTexts.noMatch}</NoMatch>;
  return (
    <ul ref={list} className={styles.choices} aria-label={schedulesTexts.title}>
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className={styles.choice}
            onKeyDown={moveByArrow}
            onClick={() => onChoose(row)}
          >
            <span className={styles.name}>{row.title}</span>
            <span className={styles.amount} data-deposit={row.isDeposit || undefined}>
              {row.amount}
            </span>
            <span className={styles.detail}>
              {[row.date, row.account, row.rhythm].filter(Boolean).join(SEPARATOR)}
            </span>
            <StatusChip status={row.schedule.status} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function moveByArrow(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const item = event.currentTarget.closest('li');
  const next = event.key === 'ArrowDown' ? item?.nextElementSibling : item?.previousElementSibling;
  next?.querySelector('button')?.focus();
  event.preventDefault();
}
