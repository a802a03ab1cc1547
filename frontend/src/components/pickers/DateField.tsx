import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react';
import type { Day } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { parseTypedDay, stepDay } from '@/lib/format/typedDay';
import { tell } from '@/lib/notices/tell';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { FieldFrame } from './FieldFrame';
import frame from './FieldFrame.module.css';
import { type FieldProps, inputAttributes } from './field';
import { useTyped } from './useTyped';

const CalendarPopover = lazy(() => import('./CalendarPopover'));

/** What a text means: nothing typed is today, no day at all is null (spec/2 section 5). */
function read(text: string, format: DateFormat, today: Day): Day | null {
  return text.trim() === '' ? today : parseTypedDay(text, format, today);
}

/** The text of the field, the day it stands for, and the keys that go to another. */
function useTypedDay(props: FieldProps<Day | null>, isBusy: boolean) {
  const { value } = props;
  const format = usePref('dateFormat');
  const today = useToday();
  const field = useTyped(props, {
    isBusy,
    read: (text) => {
      const day = read(text, format, today);
      if (day === null) tell(`${text} is no date`);
      return { value: day };
    },
  });
  const { typed, write, input } = field;
  const show = (day: Day) => {
    write(formatDay(day, format));
    announce(formatDay(day, format));
    requestAnimationFrame(() => input.current?.select());
  };
  /** Minus is a step only where it is no separator: on a whole date or an untouched one. */
  const step = (key: string): boolean => {
    const day = typed === null ? value : parseTypedDay(typed, format, today);
    const isWhole = typed === null || (day !== null && typed === formatDay(day, format));
    if (key === 't' || key === 'T') show(today);
    else if (key === '+' || key === '=') show(stepDay(day, 1, today));
    else if (key === '-' && isWhole) show(stepDay(day, -1, today));
    else return false;
    return true;
  };
  return {
    ...field,
    step,
    format,
    text: typed ?? (value === null ? '' : formatDay(value, format)),
    day: (typed === null ? value : read(typed, format, today)) ?? today,
  };
}

/**
 * A day typed in the chosen format, with separators and leading zeros or without. `+` and `-`
 * step by a day, `t` is today, an arrow key opens the calendar.
 */
export function DateField(props: FieldProps<Day | null>) {
  const { label, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { text, day, format, step, write, press, input, events } = useTypedDay(props, isOpen);
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (press(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.stopPropagation();
      setOpen(true);
    } else if (!isPlain || !step(event.key)) return;
    event.preventDefault();
  };
  const close = () => {
    setOpen(false);
    input.current?.focus();
  };
  return (
    <FieldFrame id={id} field={props}>
      <input
        {...inputAttributes(id, props)}
        {...events}
        ref={input}
        inputMode="numeric"
        aria-keyshortcuts="T"
        placeholder={props.placeholder ?? format.toUpperCase()}
        value={text}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        tabIndex={-1}
        className={frame.button}
        aria-label={`Choose date, ${label}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={props.isDisabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      >
        <CalendarDays size="1rem" aria-hidden="true" />
      </button>
      {isOpen && (
        <Suspense>
          <CalendarPopover
            field={input}
            label={label}
            day={day}
            onChoose={(chosen) => {
              write(null);
              onChange(chosen);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </FieldFrame>
  );
}
