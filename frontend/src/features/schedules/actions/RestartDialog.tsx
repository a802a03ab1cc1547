import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { DateField } from '@/components/pickers/DateField';
import { useSubmit } from '@/components/useSubmit';
import { type Schedule, wouldBePaid } from '@/domain/schedules/schedule';
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

function errorOf(schedule: Schedule, day: Day | null, today: Day): string | undefined {
  if (day === null) return scheduleFormTexts.dateRequired;
  if (day < today) return restartTexts.chooseLater;
  return wouldBePaid(schedule, day) ? restartTexts.isPaid : undefined;
}

/**
 * Restarts a schedule whose only date is paid. With that date a daily run would complete it again.
 */
export function RestartDialog({ schedule, name, onClose }: RestartDialogProps) {
  const today = useToday();
  const format = usePref('dateFormat');
  const [day, setDay] = useState<Day | null>(null);
  const error = errorOf(schedule, day, today);
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
