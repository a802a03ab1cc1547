import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Month } from '@/generated/contract';
import { addMonths, monthRange, monthShort, monthTitle, monthYear } from '@/lib/format/dates';
import { budgetTexts } from '@/texts/budget';
import { type Bounds, outOfBoundsReason } from '../model/months';
import styles from './MonthBar.module.css';

interface MonthBarProps {
  start: Month;
  shown: number;
  today: Month;
  bounds: Bounds;
  /** Buttons that fit. */
  length: number;
  onChoose: (month: Month) => void;
  /** A digit 1 to 6 pressed in the bar. */
  onCount: (count: number) => void;
}

/** The toolbar "Months": one tab stop, arrows inside, always telling the year. */
export function MonthBar(props: MonthBarProps) {
  const { start, shown, today, bounds, length, onChoose } = props;
  const { stop, ...handlers } = useMonthFocus(props);
  const months = monthRange(windowStart(stop, start, shown, length), length);
  const last = addMonths(start, shown - 1);
  return (
    <div role="toolbar" aria-label={budgetTexts.months} className={styles.bar} {...handlers}>
      <Arrow
        label={budgetTexts.previousMonth}
        reason={outOfBoundsReason(addMonths(start, -1), bounds)}
        onPress={() => onChoose(addMonths(start, -1))}
      >
        <ChevronLeft size="1.125rem" aria-hidden="true" />
      </Arrow>
      {months.map((month, index) => (
        <MonthButton
          key={month}
          month={month}
          withYear={index === 0 || month.endsWith('-01')}
          isStart={month === start}
          isShown={month >= start && month <= last}
          isToday={month === today}
          isStop={month === stop}
          reason={outOfBoundsReason(month, bounds)}
          onChoose={onChoose}
        />
      ))}
      <Arrow
        label={budgetTexts.nextMonth}
        reason={outOfBoundsReason(addMonths(last, 1), bounds)}
        onPress={() => onChoose(addMonths(start, 1))}
      >
        <ChevronRight size="1.125rem" aria-hidden="true" />
      </Arrow>
      <button
        type="button"
        tabIndex={-1}
        className={styles.today}
        aria-disabled={start === today}
        onClick={() => onChoose(today)}
      >
        {budgetTexts.today}
      </button>
    </div>
  );
}

/** The month that has the tab stop, and the keys that move it. */
function useMonthFocus({ start, bounds, onCount }: MonthBarProps) {
  const [focused, setFocused] = useState<Month | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const stop = focused ?? start;
  const focus = (month: Month) => {
    if (outOfBoundsReason(month, bounds)) return;
    flushSync(() => setFocused(month));
    bar.current?.querySelector<HTMLElement>(`[data-month="${month}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -12, PageDown: 12 }[event.key];
    if (step) focus(addMonths(stop, step));
    else if (event.key === 'Home') focus(bounds.start);
    else if (event.key === 'End') focus(bounds.end);
    else if (/^[1-6]$/.test(event.key)) onCount(Number(event.key));
    else return;
    event.preventDefault();
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
  };
  return { stop, ref: bar, onKeyDown, onBlur };
}

/** The first button: the shown months in the middle, the focused one always among them. */
function windowStart(stop: Month, start: Month, shown: number, length: number): Month {
  const centred = addMonths(start, -Math.floor((length - shown) / 2));
  if (stop < centred) return stop;
  const last = addMonths(centred, length - 1);
  return stop > last ? addMonths(stop, 1 - length) : centred;
}

interface ArrowProps {
  label: string;
  reason: string | null;
  onPress: () => void;
  children: React.ReactNode;
}

function Arrow({ label, reason, onPress, children }: ArrowProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.arrow}
      aria-label={label}
      aria-disabled={reason !== null}
      title={reason ?? label}
      onClick={() => reason === null && onPress()}
    >
      {children}
    </button>
  );
}

interface MonthButtonProps {
  month: Month;
  withYear: boolean;
  isStart: boolean;
  isShown: boolean;
  isToday: boolean;
  isStop: boolean;
  reason: string | null;
  onChoose: (month: Month) => void;
}

function MonthButton(props: MonthButtonProps) {
  const { month, withYear, reason, onChoose } = props;
  return (
    <>
      {withYear && (
        <span
          className={styles.year}
          aria-hidden="true"
          data-shown={(props.isShown && !props.isStart) || undefined}
        >
          {monthYear(month)}
        </span>
      )}
      <button
        type="button"
        className={styles.month}
        data-month={month}
        data-shown={props.isShown || undefined}
        data-today={props.isToday || undefined}
        tabIndex={props.isStop ? 0 : -1}
        aria-pressed={props.isStart}
        aria-current={props.isToday ? 'date' : undefined}
        aria-disabled={reason !== null}
        aria-label={monthTitle(month)}
        aria-description={reason ?? undefined}
        title={reason ?? monthTitle(month)}
        onClick={() => reason === null && onChoose(month)}
      >
        {monthShort(month)}
      </button>
    </>
  );
}
