import { useMemo } from 'react';
import { OptionPicker } from '@/components/pickers/OptionPicker';
import { useScheduleNames } from '@/domain/schedules/names';
import type { Action } from '@/generated/contract';
import { ruleEditorTexts } from '@/texts/rules';
import styles from './editor.module.css';

interface ScheduleChoiceProps {
  action: Action;
  error: string | undefined;
  onChange: (action: Action) => void;
}

/** The schedule that an action links transactions to. */
export function ScheduleChoice({ action, error, onChange }: ScheduleChoiceProps) {
  const names = useScheduleNames();
  const sections = useMemo(() => {
    const options = [...(names ?? [])].map(([id, name]) => ({ id, name }));
    return [{ id: 'schedules', name: ruleEditorTexts.schedule, options }];
  }, [names]);
  const value = typeof action.value === 'string' ? action.value : null;
  const isDeleted = names !== undefined && value !== null && !names.has(value);
  return (
    <>
      <OptionPicker
        label={ruleEditorTexts.schedule}
        sections={sections}
        bySectionName={false}
        value={value}
        onChange={(schedule) => onChange({ ...action, value: schedule })}
        error={error}
      />
      {names?.size === 0 && <p className={styles.hint}>{ruleEditorTexts.noSchedules}</p>}
      {isDeleted && <p className={styles.hint}>{ruleEditorTexts.scheduleDeleted}</p>}
    </>
  );
}
