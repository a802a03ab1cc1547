import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { DateField } from '@/components/pickers/DateField';
import { useSubmit } from '@/components/useSubmit';
import type { Target } from '@/domain/schedules/turnAction';
import { restartSchedule } from '@/domain/schedules/writes';
import type { Day } from '@/generated/contract';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { errorText } from '@/texts/errors';
import { restartTexts, scheduleFormTexts } from '@/texts/schedules';

interface RestartDialogProps extends Pick<Target, 'schedule' | 'name'> {
  onClose: () => void;
}

/**
 * Restarts a schedule whose only date was paid and has passed. With that date the next daily run
 * would complete it again.
 */
export function RestartDialog({ schedule, name, onClose }: RestartDialogProps) {
  const today = useToday();
  const format = usePref('dateFormat');
  const [day, setDay] = useState<Day | null>(null);
  const error =
    day === null
      ? scheduleFormTexts.dateRequired
      : day < today
        ? restartTexts.chooseLater
        : undefined;
  const submission = useSubmit({
    isValid: error === undefined,
    send: async () => {
      await restartSchedule(schedule, name, day);
      onClose();
    },
    explain: errorText,
  });
  return (
    <FormDialog
      title={restartTexts.title(name)}
      action={restartTexts.action}
      onClose={onClose}
      submission={submission}
      isDirty={day !== null}
      hint={restartTexts.hint(formatDay(schedule.next_date ?? today, format))}
    >
      <DateField
        label={restartTexts.date}
        value={day}
        onChange={setDay}
        error={submission.isTried ? error : undefined}
        autoFocus
      />
    </FormDialog>
  );
}
