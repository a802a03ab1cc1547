import { useMemo, useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { AmountField } from '@/components/pickers/AmountField';
import type { CommitHow } from '@/components/pickers/field';
import { OptionPicker } from '@/components/pickers/OptionPicker';
import { COARSE, useMedia } from '@/components/useMedia';
import { useSubmit } from '@/components/useSubmit';
import type { CategoryGroup, Month } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { Afterwards } from './Afterwards';
import { coverOverbudgeted, coverOverspending, moveMoney } from './moveApi';
import { movable, optionsOf, type Place, proposal, sources, TO_BUDGET, targets } from './places';
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
export default function MoneyDialog({ moving, groups, onClose }: MoneyDialogProps) {
  const { kind, month, placeId } = moving;
  const amounts = useAmountFormat();
  const isTouch = useMedia(COARSE);
  const places = usePlaces(month, groups);
  const own = places.find(placeId);
  const [typed, setTyped] = useState<number | null>();
  const [otherId, setOtherId] = useState<string | null>(null);
  const cents = typed === undefined ? proposal(kind, own?.balance) : typed;
  const other = places.find(otherId);
  const options = useMemo(() => othersOf(moving, places), [moving, places]);
  const isAmount = cents !== null && cents > 0;
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
  const { form, isTried, forget, submit, run } = submission;
  /** Enter on a choice sends the form: there is nothing left to fill in. */
  const sendChosen = (how: CommitHow, id: string | null, isKept: boolean) => {
    const chosen = places.find(id);
    if (how !== 'enter' || isKept) return false;
    if (chosen && isAmount) run(() => send(chosen));
    else submit();
    return true;
  };
  /** Enter on an amount goes on to the place, which is not missing before. */
  const goOn = (how: CommitHow, amount: number | null, isKept: boolean) => {
    if (how !== 'enter' || isKept) return false;
    if (amount === null || amount <= 0) submit();
    else if (other) run(() => send(other, amount));
    else form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus();
    return true;
  };
  if (!own) return null;
  const isCover = kind === 'cover';
  return (
    <FormDialog
      title={isCover ? budgetTexts.coverWhat(own.name) : budgetTexts.moveFrom(own.name)}
      action={isCover ? budgetTexts.cover : budgetTexts.move}
      size="small"
      submission={submission}
      onClose={onClose}
      isDirty={typed !== undefined || otherId !== null}
    >
      <AmountField
        label={budgetTexts.amount}
        value={cents}
        onChange={(value) => {
          setTyped(value);
          forget();
        }}
        onCommit={goOn}
        error={isTried && !isAmount ? budgetTexts.amountRequired : undefined}
        autoFocus={!isCover}
        withPad={isTouch}
      />
      <OptionPicker
        label={isCover ? budgetTexts.from : budgetTexts.to}
        sections={optionsOf(options, amounts.format)}
        value={otherId}
        onChange={(id) => {
          setOtherId(id);
          forget();
        }}
        onCommit={sendChosen}
        placeholder={commonTexts.selectCategory}
        error={isTried && !other ? budgetTexts.placeRequired : undefined}
        autoFocus={isCover}
      />
      <Afterwards
        cents={movable(kind, cents ?? 0, isCover ? other : own)}
        from={isCover ? other : own}
        to={isCover ? own : other}
        format={amounts.format}
      />
    </FormDialog>
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
