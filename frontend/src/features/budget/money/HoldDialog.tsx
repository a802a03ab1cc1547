import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { AmountField } from '@/components/pickers/AmountField';
import { COARSE, useMedia } from '@/components/useMedia';
import { useSubmit } from '@/components/useSubmit';
import type { Month } from '@/generated/contract';
import { addMonths, monthTitle } from '@/lib/format/dates';
import { monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { errorText } from '@/texts/errors';
import { moneyTexts } from '@/texts/money';
import { holdForNextMonth } from './moveApi';
import { TO_BUDGET } from './toBudget';

interface HoldDialogProps {
  month: Month;
  onClose: () => void;
}

/** Keeps what is left to budget for the next month, all of it unless another amount is typed. */
export default function HoldDialog({ month, onClose }: HoldDialogProps) {
  const left = Math.max(0, useAmountCell(monthSheet(month), TO_BUDGET) ?? 0);
  const isTouch = useMedia(COARSE);
  const [typed, setTyped] = useState<number | null>();
  const cents = typed === undefined ? left : typed;
  const error = holdError(cents, left);
  const submission = useSubmit({
    isValid: error === undefined,
    send: async () => {
      if (!(await holdForNextMonth(month, cents ?? 0))) throw new NothingLeft();
      onClose();
    },
    explain: (failure) =>
      failure instanceof NothingLeft ? moneyTexts.nothingLeftToHold : errorText(failure),
  });
  return (
    <FormDialog
      title={budgetTexts.holdForNextMonth}
      action={moneyTexts.hold}
      size="small"
      submission={submission}
      onClose={onClose}
      isDirty={typed !== undefined}
      hint={moneyTexts.holdHint(monthTitle(addMonths(month, 1)))}
    >
      <AmountField
        label={moneyTexts.amount}
        value={cents}
        onChange={(value) => {
          setTyped(value);
          submission.forget();
        }}
        error={submission.isTried ? error : undefined}
        autoFocus
        withPad={isTouch}
      />
    </FormDialog>
  );
}

/** Somebody budgeted the rest meanwhile. */
class NothingLeft extends Error {}

function holdError(cents: number | null, left: number): string | undefined {
  if (cents === null || cents <= 0) return moneyTexts.amountRequired;
  return cents > left ? moneyTexts.moreThanLeft : undefined;
}
