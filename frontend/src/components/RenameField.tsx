import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFocusAfterOverlay } from './useFocusAfterOverlay';

interface RenameFieldProps {
  label: string;
  name: string;
  /** A refused name to begin with, in place of the present one. */
  text?: string | undefined;
  placeholder?: string;
  className?: string | undefined;
  /** An empty name is never handed over; leaving the field with one discards it. */
  onCommit: (name: string, byKey: boolean) => void;
  /** `byKey` when the focus should go back to what is named. */
  onCancel: (byKey: boolean) => void;
  /** It may have been opened from a menu, which gives the focus back first. */
  isFromMenu?: boolean;
}

/** Types a name in its place: Enter and leaving the field take it, Escape brings the old one back. */
export function RenameField(props: RenameFieldProps) {
  const { label, name, placeholder, onCommit, onCancel } = props;
  const [text, setText] = useState(props.text ?? name);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const isFromMenu = props.isFromMenu === true;
  useEffect(() => {
    if (isFromMenu) return;
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, [isFromMenu]);
  useFocusAfterOverlay(input, isFromMenu);

  const finish = (byKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const trimmed = text.trim();
    if (trimmed === '' || trimmed === name) onCancel(byKey);
    else onCommit(trimmed, byKey);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish(true);
    else if (event.key === 'Escape') {
      isDone.current = true;
      onCancel(true);
    } else {
      if (event.key !== 'Tab') event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      ref={input}
      className={props.className}
      aria-label={label}
      aria-invalid={props.text !== undefined || undefined}
      placeholder={placeholder}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={press}
      onBlur={() => finish(false)}
    />
  );
}
