import { Checkbox } from '@/components/Checkbox';
import { Select } from '@/components/Select';
import { useSchedules } from '@/domain/schedules/api';
import { goalsTexts } from '@/texts/goals';
import type { Faults, GoalDraft } from './goalDraft';
import styles from './goals.module.css';

interface ScheduleGoalFieldsProps {
  draft: GoalDraft;
  set: (part: Partial<GoalDraft>) => void;
  faults: Faults;
}

/** Which schedule a goal saves for. A note names it, so only those with a name can be chosen. */
export function ScheduleGoalFields({ draft, set, faults }: ScheduleGoalFieldsProps) {
  const { data: schedules } = useSchedules();
  const { schedule } = draft;
  const known = schedules?.filter(({ completed }) => !completed).map(({ name }) => name ?? '');
  const names = [...new Set([...(known ?? []), schedule])].filter((name) => name !== '');
  if (known && names.length === 0) {
    return (
      <>
        <p className={styles.hint}>{goalsTexts.needsSchedule}</p>
        {faults.schedule && (
          <p role="alert" className={styles.fault}>
            {faults.schedule}
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <Select
        label={goalsTexts.schedule}
        options={names.map((name) => ({ id: name, name }))}
        value={schedule === '' ? null : schedule}
        placeholder={goalsTexts.chooseSchedule}
        onChange={(name) => set({ schedule: name })}
        error={faults.schedule}
      />
      <Checkbox
        isSelected={draft.full}
        onChange={(full) => set({ full })}
        hint={goalsTexts.fullHint}
      >
        {goalsTexts.full}
      </Checkbox>
    </>
  );
}
