import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { LEAVE_EVENT } from '@/lib/keys/leaveField';
import { useLatest } from '@/lib/react/useLatest';
import {
  type CommitHow,
  commitByKey,
  commitKey,
  type FieldProps,
  isLeft,
  type Settled,
  useFieldFocus,
  useSelectArrival,
} from './field';

/** What differs between fields that are typed into. */
interface TypedRules<T> {
  /** Parses the text; null if it is invalid and the old value stays. */
  read: (text: string, isHeld: boolean) => { value: T } | null;
  /** Something of the field is open, so losing the focus is not leaving. */
  isBusy?: boolean;
  /** A number pad takes the place of the system's keyboard. */
  hasPad?: boolean;
  onType?: (text: string) => void;
  /** Whether a text that is no value stays in the field when it is left like this. */
  holds?: (how: CommitHow) => boolean;
}

/**
 * The draft of a field that is typed into, such as a day or an amount. The text becomes a value
 * when the field is left; Escape takes the text back first.
 */
export function useTyped<T>(props: FieldProps<T>, rules: TypedRules<T>) {
  const { value, onChange, onCommit, onCancel } = props;
  const [typed, setTyped] = useState<string | null>(props.startText ?? null);
  // A key settled the field already, so the loss of focus that may follow says nothing new.
  const isDone = useRef(false);
  const input = useFieldFocus(props, rules.hasPad);
  useSelectArrival(input, value, typed !== null);

  /** The value the field is left with; undefined when it is not left, because its text stays. */
  const settle = (how: CommitHow): Settled<T> | undefined => {
    if (typed === null) return { value, kept: false };
    const isHeld = rules.holds?.(how) ?? false;
    const read = rules.read(typed, isHeld);
    if (read || !isHeld) setTyped(null);
    if (!read) {
      props.onRefused?.();
      return isHeld ? undefined : { value, kept: true };
    }
    if (read.value !== value) onChange(read.value);
    return { value: read.value, kept: false };
  };
  const holdsText = () => {
    const mayHold = typed !== null && rules.holds?.('mod-enter');
    return mayHold && settle('mod-enter') === undefined;
  };
  const latest = useLatest(holdsText);
  useEffect(() => {
    const field = input.current;
    const leave = (event: Event) => {
      if (latest.current()) event.preventDefault();
    };
    field?.addEventListener(LEAVE_EVENT, leave);
    return () => field?.removeEventListener(LEAVE_EVENT, leave);
  }, [input]);
  const revert = (event: KeyboardEvent) => {
    if (typed === null && !onCancel) return;
    event.stopPropagation();
    event.preventDefault();
    if (typed !== null) return setTyped(null);
    isDone.current = true;
    onCancel?.();
  };
  /** Leaving and taking back; true when the key was one of those. */
  const press = (event: KeyboardEvent): boolean => {
    const how = commitKey(event);
    if (how) {
      const next = settle(how);
      isDone.current = next !== undefined;
      if (next) commitByKey(event, how, next, onCommit);
      else {
        event.preventDefault();
        event.stopPropagation();
      }
    } else if (event.key === 'Escape') revert(event);
    else if (event.key === 'Enter') settle('enter');
    else return false;
    return true;
  };
  const write = (text: string | null) => {
    isDone.current = false;
    setTyped(text);
  };
  return {
    typed,
    write,
    press,
    input,
    events: {
      onChange: (event: { target: HTMLInputElement }) => {
        write(event.target.value);
        rules.onType?.(event.target.value);
      },
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        isDone.current = false;
        if (typed === null) event.currentTarget.select();
      },
      onBlur: (event: FocusEvent) => {
        if (isDone.current || rules.isBusy || !isLeft(event.currentTarget)) return;
        const next = settle('blur');
        if (next) onCommit?.('blur', next.value, next.kept);
      },
    },
  };
}
