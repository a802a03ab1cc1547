import { TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { AmountField } from '@/components/pickers/AmountField';
import type { CommitHow } from '@/components/pickers/field';
import { COARSE, useMedia } from '@/components/useMedia';
import { useSubmit } from '@/components/useSubmit';
import type { CategoryGroup, Month } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { errorText } from '@/texts/errors';
import { moneyTexts } from '@/texts/money';
import { Afterwards } from './Afterwards';
import styles from './money.module.css';
import { coverOverbudgeted, coverOverspending, moveMoney } from './moveApi';
import { PlaceField } from './PlaceField';
import { movable, type Place, proposal, proposedSource, sources, targets } from './places';
import { TO_BUDGET } from './toBudget';
import { type Places, usePlaces } from './usePlaces';

/** Money that goes from one place, or that fills what another one lacks. */
export interface Moving {
  kind: 'move' | 'cover';
  month: Month;
  /** The envelope, or what is left to budget, that the dialog is opened at. */
  placeId: string;
}

interface MoneyDialogProps {
  moving: Moving;
  groups: readonly CategoryGroup[];
  onClose: () => void;
}

/** Moves money out of an envelope, or covers what it lacks: an amount and the other place. */
export default function MoneyDialog(props: MoneyDialogProps) {
  const { moving, onClose } = props;
  const amounts = useAmountFormat();
  const isTouch = useMedia(COARSE);
  const form = useMoving(props);
  const { own, other, cents, isBelowZero, submission } = form;
  if (!own) return null;
  const isCover = moving.kind === 'cover';
  const [from, to] = isCover ? [other, own] : [own, other];
  const moved = movable(moving.kind, cents ?? 0, from);
  const otherAfter = (other?.balance ?? 0) + (isCover ? -moved : moved);
  const action = isBelowZero ? moneyTexts.moveAnyway : moneyTexts.move;
  return (
    <FormDialog
      title={isCover ? moneyTexts.coverWhat(own.name) : moneyTexts.moveFrom(own.name)}
      action={isCover ? moneyTexts.cover : action}
      size="small"
      submission={submission}
      onClose={onClose}
      isDirty={form.isDirty}
    >
      <AmountField
        label={moneyTexts.amount}
        value={form.settled}
        onChange={form.setAmount}
        onTyping={form.followAmount}
        onCommit={form.goOn}
        error={submission.isTried && !form.isAmount ? moneyTexts.amountRequired : undefined}
        autoFocus={!isCover}
        withPad={isTouch}
      />
      {(isTouch || isBelowZero) && (
        <Remainder
          place={own}
          cents={isCover ? moved : -moved}
          isBeside={isTouch}
          format={amounts.format}
        />
      )}
      <PlaceField
        label={isCover ? moneyTexts.from : moneyTexts.to}
        groups={form.options}
        value={other?.id ?? null}
        onChange={form.setOther}
        after={other && otherAfter}
        format={amounts.format}
        onCommit={form.sendChosen}
        error={submission.isTried && !other ? moneyTexts.placeRequired : undefined}
        autoFocus={isCover}
      />
      {!isTouch && <Afterwards cents={moved} from={from} to={to} format={amounts.format} />}
    </FormDialog>
  );
}

/** The state of the form: the amount while it is typed, the other place, and when it is sent. */
function useMoving({ moving, groups, onClose }: MoneyDialogProps) {
  const { kind, month, placeId } = moving;
  const places = usePlaces(month, groups);
  const own = places.find(placeId);
  const [typed, setTyped] = useState<number | null>();
  const [typing, followAmount] = useState<number | null>();
  const options = useMemo(() => othersOf(moving, places), [moving, places]);
  const [chosenId, setChosenId] = useState<string | null>();
  const settled = typed === undefined ? proposal(kind, own?.balance) : typed;
  const cents = typing === undefined ? settled : typing;
  const proposed = kind === 'cover' ? proposedSource(options, proposal(kind, own?.balance)) : null;
  const other = places.find(chosenId === undefined ? proposed : chosenId);
  const isAmount = cents !== null && cents > 0;
  const isTooMuch = (amount: number | null) =>
    kind === 'move' && placeId !== TO_BUDGET && (amount ?? 0) > Math.max(0, own?.balance ?? 0);
  const send = async (chosen: Place | undefined, amount = cents) => {
    if (!own || !chosen || amount === null) return;
    await carryOut(moving, own, chosen, amount);
    onClose();
  };
  const submission = useSubmit({
    isValid: isAmount && own !== undefined && other !== undefined,
    send: () => send(other),
    explain: errorText,
  });
  const { form, forget, submit, run } = submission;
  /** Enter sends what leaves nothing below zero; the button asks about anything else. */
  const sendOrAsk = (chosen: Place, amount: number | null) => {
    if (isTooMuch(amount)) submitButton(form.current)?.focus();
    else run(() => send(chosen, amount));
  };
  return {
    own,
    other,
    options,
    settled,
    cents,
    isAmount,
    isBelowZero: isTooMuch(cents),
    isDirty: typed !== undefined || typing !== undefined || chosenId !== undefined,
    submission,
    followAmount,
    setAmount: (value: number | null) => {
      setTyped(value);
      forget();
    },
    setOther: (id: string | null) => {
      setChosenId(id);
      forget();
    },
    /** Enter on a choice sends the form: there is nothing left to fill in. */
    sendChosen: (how: CommitHow, id: string | null, isKept: boolean) => {
      const chosen = places.find(id);
      if (how !== 'enter' || isKept) return false;
      if (chosen && isAmount) sendOrAsk(chosen, cents);
      else submit();
      return true;
    },
    /** Enter on an amount goes on to the place, which is not missing before. */
    goOn: (how: CommitHow, amount: number | null, isKept: boolean) => {
      if (how !== 'enter' || isKept) return false;
      if (amount === null || amount <= 0) submit();
      else if (other) sendOrAsk(other, amount);
      else form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus();
      return true;
    },
  };
}

/** The button stands in the foot of the dialog, outside its form. */
function submitButton(form: HTMLFormElement | null): HTMLElement | null {
  const dialog = form?.closest('[role=dialog]');
  return dialog?.querySelector<HTMLElement>('button[type=submit]') ?? null;
}

interface RemainderProps {
  place: Place;
  /** Cents added to it; negative if taken. */
  cents: number;
  /** Whether it shares a line with the label of the places. */
  isBeside: boolean;
  format: (cents: number) => string;
}

/** The balance that the envelope will have, below the typed amount. */
function Remainder({ place, cents, isBeside, format }: RemainderProps) {
  if (place.balance === undefined) return null;
  const after = place.balance + cents;
  return (
    <p
      className={styles.remainder}
      data-beside={isBeside || undefined}
      data-negative={after < 0 || undefined}
      role="status"
    >
      {after < 0 && <TriangleAlert size="1rem" aria-hidden="true" />}
      {moneyTexts.leavesAt(place.name, format(after))}
    </p>
  );
}

function othersOf({ kind, placeId }: Moving, { groups, toBudget }: Places) {
  if (kind === 'move') return targets(groups, toBudget, placeId);
  const places = sources(groups, toBudget, placeId);
  return places.length > 0 ? [{ id: 'sources', name: '', places }] : [];
}

function carryOut({ kind, month }: Moving, own: Place, other: Place, cents: number) {
  if (kind === 'move') return moveMoney({ month, cents, from: own, to: other });
  if (own.id === TO_BUDGET) return coverOverbudgeted({ month, cents, from: other });
  return coverOverspending({ month, cents, from: other, to: own });
}
