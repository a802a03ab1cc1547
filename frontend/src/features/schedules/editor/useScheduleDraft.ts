import { useState } from 'react';
import { useSubmit } from '@/components/useSubmit';
import { createSchedule, updateSchedule } from '@/domain/schedules/api';
import { NewPayees } from '@/domain/transactions/newPayees';
import { useLookups } from '@/domain/transactions/useTransactionData';
import { CallError } from '@/lib/connection/callError';
import { confirmStep } from '@/lib/history/confirmStep';
import { step } from '@/lib/history/steps';
import { useToday } from '@/lib/prefs/useToday';
import { errorText } from '@/texts/errors';
import { scheduleFormTexts, schedulesTexts } from '@/texts/schedules';
import {
  conditionsOf,
  type DraftErrors,
  draftOf,
  errorsOf,
  newDraft,
  type ScheduleDraft,
} from './draft';
import type { ScheduleDialogProps } from './ScheduleDialog';

const NONE: DraftErrors = {};

/** The schedule of the editor, its errors and the way to save it. */
export function useScheduleDraft(props: ScheduleDialogProps) {
  const { schedule, start, linked, onClose } = props;
  const storedId = props.isGone ? undefined : schedule?.id;
  const today = useToday();
  const { payees, payee: payeeOf } = useLookups();
  const [first] = useState(() => (schedule ? draftOf(schedule) : newDraft(today, start)));
  const [draft, setDraft] = useState<ScheduleDraft>(first);
  const [toLink, setToLink] = useState<ReadonlySet<string>>(() => new Set(linked));
  const [isNameTaken, setNameTaken] = useState(false);
  const errors = errorsOf(draft, payeeOf.get(draft.payee ?? '')?.transfer_acct);

  const save = async () => {
    const made = new NewPayees(payees);
    const payee = made.idOf(draft.payee);
    const name = draft.name.trim() || null;
    const typed = made.made[0]?.name ?? payeeOf.get(payee ?? '')?.name;
    const title = name ?? typed ?? schedulesTexts.noPayee;
    const fields = {
      name,
      postsTransaction: draft.posts,
      conditions: conditionsOf({ ...draft, payee }, schedule),
      newPayees: made.made,
      transactionIds: [...toLink],
    };
    const named = step(storedId ? 'changedSchedule' : 'addedSchedule', { name: title });
    try {
      await (storedId ? updateSchedule(storedId, fields, named) : createSchedule(fields, named));
    } catch (error) {
      setNameTaken(isAboutName(error));
      throw error;
    }
    onClose();
    confirmStep(named);
  };
  const submission = useSubmit({
    isValid: Object.keys(errors).length === 0,
    send: save,
    explain: errorText,
  });
  const shown: DraftErrors = submission.isTried ? errors : NONE;
  return {
    draft,
    schedule,
    isDirty: draft !== first || toLink.size > linked.length,
    errors: isNameTaken ? { ...shown, name: scheduleFormTexts.nameTaken } : shown,
    // The name's field shows this error.
    submission: isNameTaken ? { ...submission, failure: undefined } : submission,
    change: (next: ScheduleDraft) => {
      submission.forget();
      setNameTaken(false);
      setDraft(next);
    },
    toLink,
    setToLink,
  };
}

const isAboutName = (error: unknown) =>
  error instanceof CallError && error.code === 'schedule-exists';

export type ScheduleEditing = ReturnType<typeof useScheduleDraft>;
