import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * Puts a sign at the caret of an amount field, or behind the amount while all of it is selected,
 * and leaves the caret behind the sign.
 */
export function insertSign(
  input: RefObject<HTMLInputElement | null>,
  text: string,
  sign: string,
  write: (text: string) => void,
): void {
  const from = input.current?.selectionStart ?? text.length;
  const isAll = from === 0 && input.current?.selectionEnd === text.length;
  const at = isAll ? text.length : from;
  flushSync(() => write(text.slice(0, at) + sign + text.slice(at)));
  input.current?.setSelectionRange(at + 1, at + 1);
}
