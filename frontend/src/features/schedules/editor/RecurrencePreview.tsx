import { useUpcomingDates } from '@/domain/schedules/api';
import type { Recurrence } from '@/domain/schedules/recurrence';
import { recurrenceWords } from '@/domain/schedules/recurrenceWords';
import { usePref } from '@/lib/prefs/prefs';
import { capitalized } from '@/texts/locale';
import { recurrenceEditorTexts } from '@/texts/schedules';
import { DATES_AHEAD, DateList } from './DateList';
import { previewFailed } from './previewFailed';
import styles from './recurrence.module.css';

/** A repeating date in words, and its next dates. */
export function RecurrencePreview({ recurrence }: { recurrence: Recurrence }) {
  const format = usePref('dateFormat');
  const { data: days, error } = useUpcomingDates(recurrence, DATES_AHEAD);
  return (
    <div className={styles.preview}>
      <p role="status" className={styles.words}>
        {error ? previewFailed(error) : `${capitalized(recurrenceWords(recurrence, format))}.`}
      </p>
      {!error && days && (
        <DateList
          label={recurrenceEditorTexts.next}
          days={days}
          none={recurrenceEditorTexts.noDates}
        />
      )}
    </div>
  );
}
