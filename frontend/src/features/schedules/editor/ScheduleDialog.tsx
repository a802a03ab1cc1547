import { useRef } from 'react';
import { askToDiscard } from '@/components/askToDiscard';
import { FormDialog } from '@/components/FormDialog';
import { Problem } from '@/components/Problem';
import { saveByKey } from '@/components/saveByKey';
import type { Schedule } from '@/domain/schedules/schedule';
import { useOffline } from '@/lib/connection/useOffline';
import { commonTexts } from '@/texts/common';
import { scheduleFormTexts } from '@/texts/schedules';
import type { ScheduleStart } from './draft';
import { ScheduleFields } from './ScheduleFields';
import { Transactions } from './Transactions';
import { useScheduleDraft } from './useScheduleDraft';

export interface ScheduleDialogProps {
  /** Null for a new one. */
  schedule: Schedule | null;
  /** The schedule was deleted since; what is typed can become a new one. */
  isGone?: boolean;
  /** The initial values of a new one. */
  start?: ScheduleStart | undefined;
  /** Transactions that belong to a new one. */
  linked: readonly string[];
  onClose: () => void;
}

/** The editor of a schedule, with the transactions that belong to it. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { schedule, isGone = false } = props;
  const onClose = useOnce(props.onClose);
  const editing = useScheduleDraft({ ...props, onClose });
  const offline = useOffline();
  return (
    <FormDialog
      title={schedule ? scheduleFormTexts.title : scheduleFormTexts.newTitle}
      size="large"
      isLayer
      action={actionOf(schedule, isGone)}
      submission={editing.submission}
      onClose={onClose}
      blocked={offline ? commonTexts.offline : undefined}
      isDirty={editing.isDirty}
      askToLeave={askToDiscard}
      aside={<Transactions editing={editing} schedule={schedule} />}
    >
      {isGone && <Problem>{scheduleFormTexts.goneMeanwhile}</Problem>}
      <div role="none" onKeyDownCapture={saveByKey}>
        <ScheduleFields editing={editing} />
      </div>
    </FormDialog>
  );
}

/** Closes once: a late answer closes nothing after the user left. */
function useOnce(close: () => void): () => void {
  const isClosed = useRef(false);
  return () => {
    if (isClosed.current) return;
    isClosed.current = true;
    close();
  };
}

function actionOf(schedule: Schedule | null, isGone: boolean): string {
  if (isGone) return scheduleFormTexts.saveAsNew;
  return schedule ? commonTexts.save : scheduleFormTexts.add;
}
