import { useMemo, useState } from 'react';
import { Checkbox } from '@/components/Checkbox';
import { FormDialog } from '@/components/FormDialog';
import type { CommitHow } from '@/components/pickers/field';
import { COARSE, useMedia } from '@/components/useMedia';
import { useSubmit } from '@/components/useSubmit';
import type { CategoryGroup, Month } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { budgetTexts } from '@/texts/budget';
import { errorText } from '@/texts/errors';
import { moneyTexts } from '@/texts/money';
import { useOverspent } from '../bar/useOverspent';
import { Afterwards } from './Afterwards';
import { coverAll } from './moveApi';
import { PlaceField } from './PlaceField';
import { type Place, proposedSource, sources } from './places';
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
  const [chosenId, setChosenId] = useState<string | null>();
  const [belowZero, setBelowZero] = useState(false);
  const isTouch = useMedia(COARSE);
  const options = [
    { id: 'sources', name: '', places: sources(places.groups, places.toBudget, '') },
  ];
  const from = places.find(chosenId === undefined ? proposedSource(options, total) : chosenId);
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
  const moved = isShort && !belowZero ? Math.max(0, from.balance ?? 0) : total;
  return (
    <FormDialog
      title={budgetTexts.coverAll}
      action={moneyTexts.cover}
      size="small"
      submission={submission}
      onClose={onClose}
      isDirty={chosenId !== undefined}
      hint={
        total > 0
          ? budgetTexts.areOverspent(charged.length, amounts.format(total))
          : moneyTexts.noneOverspent
      }
    >
      <PlaceField
        label={moneyTexts.from}
        groups={options}
        value={from?.id ?? null}
        onChange={(id) => {
          setChosenId(id);
          forget();
        }}
        after={from && (from.balance ?? 0) - moved}
        format={amounts.format}
        onCommit={sendChosen}
        error={isTried && !from ? moneyTexts.placeRequired : undefined}
        autoFocus
      />
      {isShort && (
        <Checkbox isSelected={belowZero} onChange={setBelowZero}>
          {moneyTexts.coverBelowZero(
            amounts.format(total - Math.max(0, from.balance ?? 0)),
            from.name,
          )}
        </Checkbox>
      )}
      {!isTouch && (
        <Afterwards
          cents={moved}
          from={from}
          to={{ id: '', name: moneyTexts.overspentEnvelopes, balance: -total }}
          format={amounts.format}
        />
      )}
    </FormDialog>
  );
}
