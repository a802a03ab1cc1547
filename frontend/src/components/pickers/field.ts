import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './FieldFrame.module.css';

/** How a field was left with its value. */
export type CommitHow = 'enter' | 'shift-enter' | 'tab' | 'shift-tab' | 'mod-enter' | 'blur';

/** What all fields that enter one value of a transaction have in common. */
export interface FieldProps<T> {
  label: string;
  value: T;
  /** A new value was chosen or typed; always before `onCommit`. */
  onChange: (value: T) => void;
  /**
   * The field is being left with this value. Enter does nothing else then; for Tab, return true if
   * the focus was already moved, otherwise the browser moves it. `kept` means that invalid text was
   * discarded and the value is unchanged.
   */
  onCommit?: (how: CommitHow, value: T, kept: boolean) => unknown;
  /** Invalid text was discarded with a message; the value is unchanged. */
  onRefused?: () => void;
  /** Escape with nothing left to take back. */
  onCancel?: () => void;
  autoFocus?: boolean;
  isDisabled?: boolean;
  /** 'cell' fills a grid cell and keeps its label for screen readers. */
  look?: 'form' | 'cell';
  placeholder?: string;
  /** Name of the input, used to find out which field has the focus. */
  name?: string;
  /** The error shown under the field. */
  error?: string | undefined;
  /** The key press that opened the field; it replaces the old value. */
  startText?: string | undefined;
  /** Choices are shown from the start, because a press opened the field. */
  startOpen?: boolean;
}

/** The way of leaving that a key stands for; null for all other keys. */
export function commitKey(event: KeyboardEvent): CommitHow | null {
  if (event.nativeEvent.isComposing || event.altKey) return null;
  if (event.key === 'Tab') return event.shiftKey ? 'shift-tab' : 'tab';
  if (event.key !== 'Enter') return null;
  if (event.ctrlKey || event.metaKey) return 'mod-enter';
  return event.shiftKey ? 'shift-enter' : 'enter';
}

/** What became of a field's text. */
export interface Settled<T> {
  value: T;
  kept: boolean;
}

/** Tells the owner that a key leaves the field, and keeps that key from the browser if need be. */
export function commitByKey<T>(
  event: KeyboardEvent,
  how: CommitHow,
  { value, kept }: Settled<T>,
  onCommit: FieldProps<T>['onCommit'],
): void {
  if (!onCommit) return;
  const isDone = onCommit(how, value, kept) === true;
  if (isDone || event.key === 'Enter') event.preventDefault();
  event.stopPropagation();
}

/** Did the focus leave the field, and not just the window? */
export function isLeft(field: Element): boolean {
  return document.activeElement !== field;
}

/** A dialog that opens looks after two frames whether a keyboard will come. */
const SHOWN_AFTER_FRAMES = 3;

/**
 * The input of a field that takes the focus when it is to, with the old value selected. One with a
 * number pad takes it once its dialog is shown: with the focus in a field, a dialog on a phone stays
 * invisible for 600 ms, waiting for a keyboard of the system.
 */
export function useFieldFocus<T>(
  props: FieldProps<T>,
  hasPad = false,
): RefObject<HTMLInputElement | null> {
  const { autoFocus, startText, look } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!autoFocus) return;
    return afterFrames(hasPad ? SHOWN_AFTER_FRAMES : 0, () => {
      // A grid scrolls by itself; in a form the field must come into view.
      input.current?.focus({ preventScroll: look === 'cell' });
      if (startText === undefined) input.current?.select();
    });
  }, [autoFocus, startText, look, hasPad]);
  return input;
}

/**
 * A value that arrives while its field has the keyboard and nothing is typed is selected, so that
 * typing replaces it.
 */
export function useSelectArrival(
  input: RefObject<HTMLInputElement | null>,
  value: unknown,
  isTyped: boolean,
): void {
  const before = useRef(value);
  useLayoutEffect(() => {
    const isNews = before.current !== value;
    before.current = value;
    if (isNews && !isTyped && document.activeElement === input.current) input.current?.select();
  }, [input, value, isTyped]);
}

function afterFrames(count: number, act: () => void): () => void {
  let frame = 0;
  const wait = (left: number) => {
    if (left === 0) act();
    else frame = requestAnimationFrame(() => wait(left - 1));
  };
  wait(count);
  return () => cancelAnimationFrame(frame);
}

/** What every such input says about itself; `id` is that of its frame. */
export function inputAttributes<T>(id: string, props: FieldProps<T>) {
  const { look = 'form', label, error } = props;
  return {
    id,
    name: props.name,
    className: styles.input,
    autoComplete: 'off',
    spellCheck: false,
    disabled: props.isDisabled,
    placeholder: props.placeholder,
    'data-look': look,
    'aria-label': look === 'cell' ? label : undefined,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  } as const;
}
