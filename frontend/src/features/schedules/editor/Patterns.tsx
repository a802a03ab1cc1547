import { Plus, X } from 'lucide-react';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { Select } from '@/components/Select';
import {
  LAST,
  nextPattern,
  type Pattern,
  type PatternType,
  placesOf,
  type Recurrence,
  WEEKDAYS,
  withPatternType,
} from '@/domain/schedules/recurrence';
import { recurrenceEditorTexts, recurrenceTexts } from '@/texts/schedules';
import styles from './recurrence.module.css';

interface PatternsProps {
  recurrence: Recurrence;
  onChange: (patterns: readonly Pattern[]) => void;
}

const KINDS: readonly { id: PatternType; name: string }[] = [
  { id: 'day', name: recurrenceEditorTexts.kinds.day },
  ...WEEKDAYS.map((id) => ({ id, name: recurrenceTexts.weekdays[id] })),
];

/** The days of the month; without any it is the day of the first date. */
export function Patterns({ recurrence, onChange }: PatternsProps) {
  const { patterns } = recurrence;
  return (
    <fieldset className={styles.patterns}>
      <legend className={styles.legend}>{recurrenceEditorTexts.days}</legend>
      {patterns.map((pattern, at) => (
        // Its place is all that tells one day from another.
        // biome-ignore lint/suspicious/noArrayIndexKey: the controls hold no state of their own.
        <div key={at} role="group" aria-label={recurrenceEditorTexts.pattern(at + 1)}>
          <PatternLine
            pattern={pattern}
            onChange={(next) => onChange(patterns.with(at, next))}
            onRemove={() => onChange(patterns.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button onPress={() => onChange([...patterns, nextPattern(recurrence)])}>
        <Plus size="1rem" aria-hidden="true" />
        {recurrenceEditorTexts.addDay}
      </Button>
    </fieldset>
  );
}

interface LineProps {
  pattern: Pattern;
  onChange: (pattern: Pattern) => void;
  onRemove: () => void;
}

function PatternLine({ pattern, onChange, onRemove }: LineProps) {
  const { type, value } = pattern;
  return (
    <div className={styles.pattern}>
      <Select
        label={recurrenceEditorTexts.place}
        options={placeOptions(type)}
        value={`${value}`}
        onChange={(place) => onChange({ type, value: Number(place) })}
      />
      <Select
        label={recurrenceEditorTexts.kind}
        options={KINDS}
        value={type}
        onChange={(kind) => onChange(withPatternType(pattern, kind))}
      />
      <IconButton
        label={recurrenceEditorTexts.removeDay}
        onPress={onRemove}
        className={styles.remove}
      >
        <X size="1rem" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function placeOptions(type: PatternType) {
  const places = Array.from({ length: placesOf(type) }, (_, at) => at + 1);
  return [
    ...places.map((place) => ({ id: `${place}`, name: recurrenceEditorTexts.places.nth(place) })),
    { id: `${LAST}`, name: recurrenceEditorTexts.places.last },
  ];
}
