import { useEffect, useId, useState } from 'react';
import { PartPlace } from '@/components/PartPlace';
import type { Amount } from '@/generated/contract';
import { leaveField } from '@/lib/keys/leaveField';
import { tell } from '@/lib/notices/tell';
import { lazy } from '@/lib/parts/lazy';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useLatest } from '@/lib/react/useLatest';
import { commonTexts } from '@/texts/common';
import { pickersTexts } from '@/texts/pickers';
import { AmountPreview, Refusal } from './AmountPreview';
import { FieldFrame } from './FieldFrame';
import { type FieldProps, inputAttributes } from './field';
import { readTypedAmount } from './typedAmount';
import { useTyped } from './useTyped';

const NumberPad = lazy(() => import('./NumberPad'));

export interface AmountFieldProps extends FieldProps<Amount | null> {
  /** What `25%` is a part of, in cents. */
  percentOf?: Amount;
  /**
   * For what follows the field while it is typed in: the amount that the text reads as, null if it
   * reads as none, undefined once nothing is typed any more.
   */
  onTyping?: (cents: Amount | null | undefined) => void;
  /** A number pad that calculates takes the place of the keyboard of a phone. */
  withPad?: boolean;
  /**
   * Text that is no amount stays in the field, marked: when a key would leave it, or always. Else a
   * notice says that it was discarded.
   */
  holdsText?: 'by-key' | 'always';
}

/**
 * An amount, or a sum such as `12.50+3`. Empty is no amount; what is no amount at all keeps the
 * old one.
 */
export function AmountField(props: AmountFieldProps) {
  const { value, percentOf, onTyping, holdsText } = props;
  const amounts = useAmountFormat();
  const id = useId();
  const words = value === null ? '' : amounts.formatFull(value);
  const readText = (text: string) => readTypedAmount(text, amounts, percentOf);
  const [hasFocus, setFocus] = useState(false);
  const [isPadMissing, setPadMissing] = useState(false);
  const withPad = props.withPad && !isPadMissing;
  const [refused, setRefused] = useState<string>();
  const [heldBecause, setHeld] = useState<string>();
  const { typed, press, input, events } = useTyped(props, {
    hasPad: props.withPad === true,
    holds: (how) => holdsText === 'always' || (holdsText === 'by-key' && how !== 'blur'),
    read: (text, isHeld) => {
      const read = readText(text);
      if (read.ok) return { value: read.cents };
      if (read.reason === 'empty') return { value: null };
      const isTooLarge = read.reason === 'too-large';
      if (isHeld) {
        setHeld(isTooLarge ? commonTexts.tooLarge : commonTexts.cannotRead(text.trim()));
        return null;
      }
      const reason = isTooLarge ? commonTexts.tooLarge : pickersTexts.notAnAmount;
      const refusal = words === '' ? reason : pickersTexts.keptInstead(reason, words);
      tell(refusal);
      setRefused(refusal);
      return null;
    },
    onType: () => {
      setRefused(undefined);
      setHeld(undefined);
    },
  });
  useFollowed(typed, readText, onTyping);
  // Escape discards the text, and with it the reason why it is held.
  const held = typed === null ? undefined : heldBecause;
  const field = { ...props, error: props.error ?? held ?? refused };
  const leave = () => {
    // Nothing would be left of the focus in a dialog, which then gives it back to the field.
    const dialog = input.current?.closest<HTMLElement>('[role=dialog]');
    if (dialog) dialog.focus();
    else leaveField();
  };
  return (
    <FieldFrame id={id} field={props} refusal={refused}>
      <input
        {...inputAttributes(id, field)}
        {...events}
        ref={input}
        data-amount
        inputMode={withPad ? 'none' : 'decimal'}
        value={typed ?? words}
        onKeyDown={press}
        onFocus={(event) => {
          setFocus(true);
          events.onFocus(event);
        }}
        onBlur={(event) => {
          setFocus(false);
          events.onBlur(event);
        }}
      />
      {withPad && hasFocus && (
        <PartPlace onMissing={() => setPadMissing(true)}>
          <NumberPad
            field={input}
            amounts={amounts}
            read={readText}
            was={value}
            withPercent={percentOf !== undefined}
            onDone={leave}
          />
        </PartPlace>
      )}
      {held !== undefined && <Refusal id={`${id}-error`}>{held}</Refusal>}
      {typed !== null && held === undefined && (
        <AmountPreview text={typed} read={readText(typed)} write={amounts.formatFull} />
      )}
    </FieldFrame>
  );
}

/** Tells what the typed text reads as, and when nothing is typed any more. */
function useFollowed(
  typed: string | null,
  readText: (text: string) => ReturnType<typeof readTypedAmount>,
  onTyping: AmountFieldProps['onTyping'],
): void {
  const latest = useLatest({ readText, onTyping });
  useEffect(() => {
    if (typed === null) return;
    const read = latest.current.readText(typed);
    latest.current.onTyping?.(read.ok ? read.cents : null);
    return () => latest.current.onTyping?.(undefined);
  }, [typed]);
}
