import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import {
  commitByKey,
  commitKey,
  type FieldProps,
  isLeft,
  type Settled,
  useFieldFocus,
} from './field';

/** What differs between fields that are typed into. */
interface TypedRules<T> {
  /** Parses the text; null if it is invalid and the old value stays. */
  read: (text: string) => { value: T } | null;
  /** Something of the field is open, so losing the focus is not leaving. */
  isBusy?: boolean;
  onType?: (text: string) => void;
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
  const input = useFieldFocus(props);

  const settle = (): Settled<T> => {
    if (typed === null) return { value, kept: false };
    const read = rules.read(typed);
    setTyped(null);
    if (!read) {
      props.onRefused?.();
      return { value, kept: true };
    }
    if (read.value !== value) onChange(read.value);
    return { value: read.value, kept: false };
  };
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
      const next = settle();
      isDone.current = true;
      commitByKey(event, how, next, onCommit);
    } else if (event.key === 'Escape') revert(event);
    else if (event.key === 'Enter') settle();
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
        const next = settle();
        onCommit?.('blur', next.value, next.kept);
      },
    },
  };
}
