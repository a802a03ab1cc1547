import { useState } from 'react';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { FormDialog } from '@/components/FormDialog';
import { DateField } from '@/components/pickers/DateField';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import { useSubmit } from '@/components/useSubmit';
import {
  type End,
  FREQUENCIES,
  onLastDay,
  type Recurrence,
  skippingDay,
  wholeInterval,
  withFrequency,
} from '@/domain/schedules/recurrence';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { recurrenceEditorTexts } from '@/texts/schedules';
import { Patterns } from './Patterns';
import { RecurrencePreview } from './RecurrencePreview';
import styles from './recurrence.module.css';

interface RecurrenceDialogProps {
  recurrence: Recurrence;
  /** Receives the dates as they were chosen. */
  onApply: (recurrence: Recurrence) => void;
  onClose: () => void;
}

const UNITS = FREQUENCIES.map((id) => ({ id, name: recurrenceEditorTexts.units[id] }));

/** Chooses how a date repeats, with its next four dates; nothing counts until it is applied. */
export function RecurrenceDialog({ recurrence, onApply, onClose }: RecurrenceDialogProps) {
  const [draft, setDraft] = useState(recurrence);
  const [interval, setInterval] = useState(`${recurrence.interval}`);
  const change = (more: Partial<Recurrence>) => setDraft({ ...draft, ...more });
  const submission = useSubmit({
    isValid: true,
    send: () => {
      onApply(draft);
      onClose();
    },
    explain: errorText,
  });
  return (
    <FormDialog
      title={recurrenceEditorTexts.title}
      size="medium"
      action={commonTexts.apply}
      submission={submission}
      onClose={onClose}
      isDirty={draft !== recurrence}
      aside={<RecurrencePreview recurrence={draft} />}
    >
      <div className={styles.rhythm}>
        <TextField
          label={recurrenceEditorTexts.interval}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          value={interval}
          onFocus={(event) => (event.target as HTMLInputElement).select()}
          onBlur={() => setInterval(`${draft.interval}`)}
          onChange={(text) => {
            setInterval(text);
            change({ interval: wholeInterval(text) });
          }}
        />
        <Select
          label={recurrenceEditorTexts.frequency}
          options={UNITS}
          value={draft.frequency}
          onChange={(frequency) => setDraft(withFrequency(draft, frequency))}
        />
        <DateField
          label={recurrenceEditorTexts.start}
          value={draft.start}
          onChange={(start) => start !== null && change({ start })}
        />
      </div>
      {draft.frequency === 'monthly' && (
        <Patterns recurrence={draft} onChange={(patterns) => change({ patterns })} />
      )}
      <SkippedMonths draft={draft} onChange={setDraft} />
      <WeekendChoice draft={draft} onChange={(weekend) => change({ weekend })} />
      <EndChoice draft={draft} onChange={(end) => change({ end })} />
    </FormDialog>
  );
}

interface SkippedProps {
  draft: Recurrence;
  onChange: (recurrence: Recurrence) => void;
}

/** A day that some months lack skips them; most bills mean the last day. */
function SkippedMonths({ draft, onChange }: SkippedProps) {
  const day = skippingDay(draft);
  if (day === null) return null;
  return (
    <div className={styles.skipped}>
      <p>{recurrenceEditorTexts.skips(day)}</p>
      <Button onPress={() => onChange(onLastDay(draft))}>{recurrenceEditorTexts.onLastDay}</Button>
    </div>
  );
}

const WEEKENDS = (['stay', 'before', 'after'] as const).map((id) => ({
  id,
  name: recurrenceEditorTexts.weekends[id],
}));

interface WeekendProps {
  draft: Recurrence;
  onChange: (weekend: Recurrence['weekend']) => void;
}

function WeekendChoice({ draft, onChange }: WeekendProps) {
  return (
    <ChoiceGroup
      label={recurrenceEditorTexts.weekend}
      look="bar"
      choices={WEEKENDS}
      value={draft.weekend ?? 'stay'}
      onChange={(id) => onChange(id === 'stay' ? null : id)}
    />
  );
}

const ENDS = (['never', 'after_n_occurrences', 'on_date'] as const).map((id) => ({
  id,
  name: recurrenceEditorTexts.ends[id],
}));
/** What "After" starts with: a year of months. */
const FIRST_COUNT = 12;

interface EndProps {
  draft: Recurrence;
  onChange: (end: End) => void;
}

function EndChoice({ draft: { end, start }, onChange }: EndProps) {
  const choose = (mode: End['mode']) => {
    if (mode === 'never') onChange({ mode });
    else if (mode === 'on_date') onChange({ mode, day: start });
    else onChange({ mode, count: FIRST_COUNT });
  };
  return (
    <div className={styles.end}>
      <ChoiceGroup
        label={recurrenceEditorTexts.end}
        look="bar"
        choices={ENDS}
        value={end.mode}
        onChange={choose}
      />
      {end.mode === 'after_n_occurrences' && <Count count={end.count} onChange={onChange} />}
      {end.mode === 'on_date' && (
        <DateField
          label={recurrenceEditorTexts.endDate}
          value={end.day}
          onChange={(day) => day !== null && onChange({ mode: 'on_date', day })}
        />
      )}
    </div>
  );
}

function Count({ count, onChange }: { count: number; onChange: (end: End) => void }) {
  const [text, setText] = useState(`${count}`);
  return (
    <TextField
      label={recurrenceEditorTexts.endCount}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onBlur={() => setText(`${count}`)}
      onChange={(typed) => {
        setText(typed);
        onChange({ mode: 'after_n_occurrences', count: wholeInterval(typed) });
      }}
    />
  );
}
