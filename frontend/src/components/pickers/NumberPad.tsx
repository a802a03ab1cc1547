import { Delete } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Amount } from '@/generated/contract';
import type { AmountFormat, Evaluated } from '@/lib/format/amount';
import { pickersTexts } from '@/texts/pickers';
import styles from './NumberPad.module.css';
import { type Insertion, type Typing, takeBack, typeDigits, typeSign } from './padTyping';

export interface NumberPadProps {
  /** The field that is typed into; it keeps the focus. */
  field: RefObject<HTMLInputElement | null>;
  amounts: AmountFormat;
  /** Evaluates the text of the field. */
  read: (text: string) => Evaluated;
  /** The amount of before, in cents; null if there was none. */
  was: Amount | null;
  /** Shares such as `25%` are amounts too. */
  withPercent?: boolean | undefined;
  onDone: () => void;
  /** Goes on to the next amount, where there is one. */
  onNext?: (() => void) | undefined;
}

const SIGN_NAMES: Record<string, string> = {
  '+': pickersTexts.plus,
  '-': pickersTexts.minus,
  '×': pickersTexts.times,
  '÷': pickersTexts.dividedBy,
};

/** Puts the keys of a calculator below a field, in place of the keyboard of a phone. */
export default function NumberPad(props: NumberPadProps) {
  const { field, amounts, was } = props;
  const pad = useRef<HTMLDivElement>(null);
  useRoom(pad, field);
  const typing = typingInto(props);
  const former = was === null ? null : amounts.formatFull(was);
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: a press must leave the focus in the field.
    <div
      ref={pad}
      className={styles.pad}
      data-number-pad
      data-bottom-question
      data-react-aria-top-layer="true"
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <fieldset aria-label={pickersTexts.numberPad} className={styles.keys}>
        <div className={styles.bar}>
          {former !== null && (
            <BarKey text={pickersTexts.was(former)} onPress={() => typing.write(former)} />
          )}
          <BarKey text={pickersTexts.clear} onPress={() => typing.replace('')} />
        </div>
        <Keys {...props} typing={typing} />
      </fieldset>
    </div>,
    document.body,
  );
}

/** The edits that the keys make to the text of the field. */
function typingInto({ field, amounts, read }: NumberPadProps) {
  const change = (how: (typing: Typing) => Insertion) => {
    if (field.current) typeInto(field.current, how);
  };
  const replace = (insert: string) => change(({ text }) => ({ from: 0, to: text.length, insert }));
  return {
    replace,
    write: (digits: string) => change((typing) => typeDigits(typing, digits, amounts.decimalMark)),
    sign: (sign: string) => change((typing) => typeSign(typing, sign)),
    takeBack: () => change(takeBack),
    equals: () => {
      const value = read(field.current?.value ?? '');
      if (value.ok) replace(amounts.formatFull(value.cents));
    },
  };
}

interface KeysProps extends NumberPadProps {
  typing: ReturnType<typeof typingInto>;
}

/** Digits at the left, then the signs, then what is done with the amount. */
function Keys({ typing, amounts, withPercent = false, onDone, onNext }: KeysProps) {
  const { decimalMark: mark } = amounts;
  const digit = (text: string) => <Key key={text} text={text} onPress={() => typing.write(text)} />;
  const sign = (text: string) => (
    <Key text={text} name={SIGN_NAMES[text]} look="sign" onPress={() => typing.sign(text)} />
  );
  const back = <Delete size="1.375rem" aria-hidden="true" />;
  const { next, nextAmount, done } = pickersTexts;
  return (
    <>
      {['7', '8', '9'].map(digit)}
      {sign('÷')}
      <Key text={back} name={pickersTexts.backspace} look="sign" onPress={typing.takeBack} />
      {['4', '5', '6'].map(digit)}
      {sign('×')}
      <Key text="=" name={pickersTexts.equals} look="sign" onPress={typing.equals} />
      {['1', '2', '3'].map(digit)}
      {sign('-')}
      {onNext && <Key text={next} name={nextAmount} look="word" onPress={onNext} />}
      {!onNext && <Key text={done} look="done" isHigh onPress={onDone} />}
      <Key text="0" isWide={!withPercent} onPress={() => typing.write('0')} />
      <Key text={mark} name={pickersTexts.decimalMark} onPress={() => typing.write(mark)} />
      {withPercent && (
        <Key text="%" name={pickersTexts.percent} onPress={() => typing.write('%')} />
      )}
      {sign('+')}
      {onNext && <Key text={done} look="done" onPress={onDone} />}
    </>
  );
}

interface KeyProps {
  text: React.ReactNode;
  /** The accessible name where the text is a sign. */
  name?: string | undefined;
  look?: 'sign' | 'word' | 'done';
  isWide?: boolean;
  isHigh?: boolean;
  onPress: () => void;
}

function Key({ text, name, look, isWide, isHigh, onPress }: KeyProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={name}
      data-look={look}
      data-wide={isWide || undefined}
      data-high={isHigh || undefined}
      className={styles.key}
      onClick={onPress}
    >
      {text === '-' ? '−' : text}
    </button>
  );
}

function BarKey({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <button type="button" tabIndex={-1} className={styles.barKey} onClick={onPress}>
      {text}
    </button>
  );
}

/** Changes the text as a keyboard would, so that the field and its form receive the event. */
function typeInto(field: HTMLInputElement, how: (typing: Typing) => Insertion): void {
  const { value: text, selectionStart, selectionEnd } = field;
  const { from, to, insert } = how({
    text,
    from: selectionStart ?? text.length,
    to: selectionEnd ?? text.length,
  });
  // A screen reader may have moved the focus to the key.
  field.focus({ preventScroll: true });
  field.setRangeText(insert, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

/** How long the page keeps the room: nothing may move from under the tap that leaves the field. */
const ROOM_KEPT_MS = 100;

let leaving: ReturnType<typeof setTimeout> | undefined;

function giveRoomBack(): void {
  const { documentElement: root } = document;
  delete root.dataset.pad;
  root.style.removeProperty('--pad');
  // A list that opened meanwhile is put beside its field, which has moved.
  window.dispatchEvent(new Event('resize'));
}

/** Takes the room of the pad from the page, and keeps the field in view in what is left. */
function useRoom(
  pad: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
): void {
  useLayoutEffect(() => {
    const { documentElement: root } = document;
    const take = () => {
      root.style.setProperty('--pad', `${pad.current?.offsetHeight ?? 0}px`);
      field.current?.scrollIntoView({ block: 'nearest' });
    };
    clearTimeout(leaving);
    root.dataset.pad = '';
    take();
    window.addEventListener('resize', take);
    return () => {
      window.removeEventListener('resize', take);
      leaving = setTimeout(giveRoomBack, ROOM_KEPT_MS);
    };
  }, [pad, field]);
}
