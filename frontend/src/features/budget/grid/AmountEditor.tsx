import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { AmountPreview } from '@/components/pickers/AmountPreview';
import { insertSign } from '@/components/pickers/insertSign';
import { SignKeys } from '@/components/pickers/SignKeys';
import { pressAction } from '@/lib/actions/actions';
import type { AmountFormat } from '@/lib/format/amount';
import { monthTitle } from '@/lib/format/dates';
import { budgetTexts } from '@/texts/budget';
import { LEAVE_AMOUNT } from '../actions/leaveAmount';
import { type ColumnId, measureColumn } from '../model/columns';
import type { Advance } from '../model/keyboard';
import styles from './editors.module.css';

export interface AmountEditorProps {
  name: string;
  column: ColumnId;
  text: string;
  selectAll: boolean;
  amounts: AmountFormat;
  /** Adds a row of signs, which the number keypad of a phone lacks. */
  isTouch: boolean;
  onCommit: (text: string, advance: Advance | null) => void;
  onCancel: () => void;
}

/** Types an amount or a sum over a Budgeted cell; the result shows while typing. */
export function AmountEditor(props: AmountEditorProps) {
  const { name, column, selectAll, amounts, isTouch, onCommit, onCancel } = props;
  const [text, setText] = useState(props.text);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    if (selectAll) field?.select();
    else field?.setSelectionRange(field.value.length, field.value.length);
  }, [selectAll]);

  const finish = (advance: Advance | null) => {
    if (isDone.current) return;
    isDone.current = true;
    onCommit(text, advance);
  };
  const cancel = () => {
    isDone.current = true;
    onCancel();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (!pressAction(LEAVE_AMOUNT, { finish, cancel }, event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const insert = (sign: string) => insertSign(input, text, sign, setText);
  const equals = () => {
    const value = amounts.evaluate(text);
    if (value.ok) setText(amounts.formatFull(value.cents));
  };
  const month = monthTitle(measureColumn(column)?.month ?? '');
  return (
    <>
      <input
        ref={input}
        className={styles.amount}
        aria-label={budgetTexts.budgetedFor(name, month)}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        onBlur={() => finish(null)}
      />
      <AmountPreview text={text} read={amounts.evaluate(text)} write={amounts.formatFull} />
      {isTouch && <SignKeys onSign={insert} onEquals={equals} />}
    </>
  );
}
