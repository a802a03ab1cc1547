import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { PartPlace } from '@/components/PartPlace';
import { AmountPreview } from '@/components/pickers/AmountPreview';
import { pressAction } from '@/lib/actions/actions';
import type { AmountFormat } from '@/lib/format/amount';
import { monthTitle } from '@/lib/format/dates';
import { lazy } from '@/lib/parts/lazy';
import { budgetTexts } from '@/texts/budget';
import { LEAVE_AMOUNT } from '../actions/leaveAmount';
import { type ColumnId, measureColumn } from '../model/columns';
import type { Advance } from '../model/keyboard';
import styles from './editors.module.css';

const NumberPad = lazy(() => import('@/components/pickers/NumberPad'));

export interface AmountEditorProps {
  name: string;
  column: ColumnId;
  text: string;
  selectAll: boolean;
  amounts: AmountFormat;
  /** The amount in cents when the editor opened. */
  before: number;
  /** A number pad that calculates takes the place of the keyboard of a phone. */
  withPad: boolean;
  onCommit: (text: string, advance: Advance | null) => void;
  onCancel: () => void;
  /** Gives the keyboard back after the last amount. */
  onDone: () => void;
}

/** Types an amount or a sum over a Budgeted cell; the result shows while typing. */
export function AmountEditor(props: AmountEditorProps) {
  const { name, column, selectAll, amounts, onCommit, onCancel, onDone } = props;
  const [text, setText] = useState(props.text);
  const [isPadMissing, setPadMissing] = useState(false);
  const withPad = props.withPad && !isPadMissing;
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
  const leave = (event: FocusEvent) => {
    // A screen reader takes the focus to the key that it presses.
    if (!event.relatedTarget?.closest('[data-number-pad]')) finish(null);
  };
  const month = monthTitle(measureColumn(column)?.month ?? '');
  return (
    <>
      <input
        ref={input}
        className={styles.amount}
        aria-label={budgetTexts.budgetedFor(name, month)}
        inputMode={withPad ? 'none' : 'decimal'}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        onBlur={leave}
      />
      <AmountPreview text={text} read={amounts.evaluate(text)} write={amounts.formatFull} />
      {withPad && (
        <PartPlace onMissing={() => setPadMissing(true)}>
          <NumberPad
            field={input}
            amounts={amounts}
            read={amounts.evaluate}
            was={props.before}
            onNext={() => finish('down')}
            onDone={() => {
              finish(null);
              onDone();
            }}
          />
        </PartPlace>
      )}
    </>
  );
}
