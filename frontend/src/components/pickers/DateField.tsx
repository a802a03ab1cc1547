import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PartPlace } from '@/components/PartPlace';
import type { Day } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { parseTypedDay, stepDay } from '@/lib/format/typedDay';
import { tell } from '@/lib/notices/tell';
import { lazy } from '@/lib/parts/lazy';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { pickersTexts } from '@/texts/pickers';
import { FieldFrame } from './FieldFrame';
import frame from './FieldFrame.module.css';
import { type FieldProps, inputAttributes } from './field';
import { useTyped } from './useTyped';

const CalendarPopover = lazy(() => import('./CalendarPopover'));

/** Parses the text; an empty one is today, an invalid one null. */
function read(text: string, format: DateFormat, today: Day): Day | null {
  return text.trim() === '' ? today : parseTypedDay(text, format, today);
}

function refusal(text: string, format: DateFormat, today: Day): string {
  return pickersTexts.notADateTry(text, formatDay(today, format));
}

/** The text of the field, the day it stands for, and the keys that go to another. */
function useTypedDay(props: FieldProps<Day | null>, isBusy: boolean) {
  const { value } = props;
  const format = usePref('dateFormat');
  const today = useToday();
  const [refused, setRefused] = useState<string>();
  const field = useTyped(props, {
    isBusy,
    onType: () => setRefused(undefined),
    read: (text) => {
      const day = read(text, format, today);
      if (day === null) {
        tell(refusal(text, format, today));
        setRefused(refusal(text, format, today));
      }
      return { value: day };
    },
  });
  const { typed, write, input } = field;
  const isStepped = useRef(false);
  const show = (day: Day) => {
    // Selected before the next key, which may come within the same frame.
    flushSync(() => write(formatDay(day, format)));
    input.current?.select();
    announce(formatDay(day, format));
  };
  /** Minus is a step only where it is no separator: on a whole date or an untouched one. */
  const step = (key: string): boolean => {
    const wasToday = isStepped.current;
    isStepped.current = false;
    const day = typed === null ? value : parseTypedDay(typed, format, today);
    const isWhole = typed === null || (day !== null && typed === formatDay(day, format));
    const isEmpty = (typed ?? (value === null ? '' : 'a day')) === '';
    if ((key === 't' || key === 'T') && isEmpty) {
      show(today);
      isStepped.current = true;
      // The second letter shows that a word was meant: today or tomorrow.
    } else if (key === 'o' && wasToday) {
      write('to');
    } else if (key === '+' || key === '=') show(stepDay(day, 1, today));
    else if (key === '-' && isWhole) show(stepDay(day, -1, today));
    else return false;
    return true;
  };
  return {
    ...field,
    error: props.error ?? refused,
    step,
    format,
    text: typed ?? (value === null ? '' : formatDay(value, format)),
    day: (typed === null ? value : read(typed, format, today)) ?? today,
  };
}

/**
 * A day typed in the chosen format, with separators and leading zeros or without. `+` and `-`
 * step by a day, `t` in an empty field is today, an arrow key opens the calendar.
 */
export function DateField(props: FieldProps<Day | null>) {
  const { label, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const typed = useTypedDay(props, isOpen);
  const { text, day, format, step, write, press, input, events } = typed;
  const field = { ...props, error: typed.error };
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
    <FieldFrame id={id} field={props} refusal={typed.error}>
      <input
        {...inputAttributes(id, field)}
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
        aria-label={pickersTexts.chooseDate(label)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={props.isDisabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      >
        <CalendarDays size="1rem" aria-hidden="true" />
      </button>
      {isOpen && (
        <PartPlace onMissing={() => setOpen(false)}>
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
        </PartPlace>
      )}
    </FieldFrame>
  );
}
