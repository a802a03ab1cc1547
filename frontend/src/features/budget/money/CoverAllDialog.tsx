import { useMemo, useState } from 'react';
import { Checkbox } from '@/components/Checkbox';
import { FormDialog } from '@/components/FormDialog';
import type { CommitHow } from '@/components/pickers/field';
import { OptionPicker } from '@/components/pickers/OptionPicker';
import { useSubmit } from '@/components/useSubmit';
import type { CategoryGroup, Month } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { useOverspent } from '../bar/useOverspent';
import { Afterwards } from './Afterwards';
import { coverAll } from './moveApi';
import { optionsOf, type Place, sources } from './places';
import { usePlaces } from './usePlaces';

interface CoverAllDialogProps {
  month: Month;
  groups: readonly CategoryGroup[];
  onClose: () => void;
}

/** Covers all overspent envelopes of a month from one place, in one step. */
export default function CoverAllDialog({ month, groups, onClose }: CoverAllDialogProps) {
  const amounts = useAmountFormat();
  const places = usePlaces(month, groups);
  const ids = useMemo(
    () => places.groups.flatMap((group) => group.places.map(({ id }) => id)),
    [places],
  );
  const { charged } = useOverspent(month, ids);
  const total = charged.reduce((sum, { balance }) => sum - balance, 0);
  const [fromId, setFromId] = useState<string | null>(null);
  const [belowZero, setBelowZero] = useState(false);
  const from = places.find(fromId);
  const isShort = from !== undefined && (from.balance ?? 0) < total;
  const send = async (place: Place) => {
    await coverAll({ month, from: place, belowZero });
    onClose();
  };
  const submission = useSubmit({
    isValid: from !== undefined && total > 0,
    send: async () => from && send(from),
    explain: errorText,
  });
  const { isTried, forget, run } = submission;
  /** Enter on a place that has enough sends the form: there is nothing left to decide. */
  const sendChosen = (how: CommitHow, id: string | null, isKept: boolean) => {
    const place = places.find(id);
    const isEnough = place !== undefined && (place.balance ?? 0) >= total;
    if (how !== 'enter' || isKept || !isEnough) return false;
    run(() => send(place));
    return true;
  };
  const options = sources(places.groups, places.toBudget, '');
  const moved = isShort && !belowZero ? Math.max(0, from.balance ?? 0) : total;
  return (
    <FormDialog
      title={budgetTexts.coverAll}
      action={budgetTexts.cover}
      size="small"
      submission={submission}
      onClose={onClose}
      isDirty={fromId !== null}
      hint={
        total > 0
          ? budgetTexts.areOverspent(charged.length, amounts.format(total))
          : budgetTexts.noneOverspent
      }
    >
      <OptionPicker
        label={budgetTexts.from}
        sections={optionsOf([{ id: 'sources', name: '', places: options }], amounts.format)}
        value={fromId}
        onChange={(id) => {
          setFromId(id);
          forget();
        }}
        onCommit={sendChosen}
        placeholder={commonTexts.selectCategory}
        error={isTried && !from ? budgetTexts.placeRequired : undefined}
        autoFocus
      />
      {isShort && (
        <Checkbox isSelected={belowZero} onChange={setBelowZero}>
          {budgetTexts.coverBelowZero(
            amounts.format(total - Math.max(0, from.balance ?? 0)),
            from.name,
          )}
        </Checkbox>
      )}
      <Afterwards
        cents={moved}
        from={from}
        to={{ id: '', name: budgetTexts.overspentEnvelopes, balance: -total }}
        format={amounts.format}
      />
    </FormDialog>
  );
}
