import { Checkbox } from '@/components/Checkbox';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { AmountField } from '@/components/pickers/AmountField';
import { DateField } from '@/components/pickers/DateField';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import { COARSE, useMedia } from '@/components/useMedia';
import type { Amount, Month } from '@/generated/contract';
import { addMonths, monthRange, monthTitle } from '@/lib/format/dates';
import { goalsTexts } from '@/texts/goals';
import type { GoalAbout } from './GoalEditor';
import {
  type Faults,
  type GoalDraft,
  hasChange,
  hasLimit,
  hasPriority,
  type LimitPeriod,
  type Repeat,
  type TypedAmounts,
  type Unit,
} from './goalDraft';
import styles from './goals.module.css';
import { optionsOf } from './optionsOf';
import { ScheduleGoalFields } from './ScheduleGoalFields';
import { AVAILABLE, isSourceWord, SOURCES } from './sources';

interface FieldsProps {
  draft: GoalDraft;
  /** The goal with the amounts that are being typed. */
  seen: GoalDraft;
  set: (part: Partial<GoalDraft>) => void;
  type: (field: keyof TypedAmounts, cents: Amount | null | undefined) => void;
  faults: Faults;
  about: GoalAbout;
}

/** The fields that a kind of goal cannot do without. */
export function GoalFields(props: FieldsProps) {
  const { draft, set, faults } = props;
  switch (draft.kind) {
    case 'monthly':
      return <AmountOf {...props} field="amount" />;
    case 'fill':
      return <LimitFields {...props} />;
    case 'by':
      return <TargetFields {...props} />;
    case 'periodic':
      return <PeriodFields {...props} />;
    case 'percentage':
      return <PercentageFields {...props} />;
    case 'average':
      return <CountField {...props} label={goalsTexts.averageMonths} />;
    case 'copy':
      return <CountField {...props} label={goalsTexts.monthsAgo} />;
    case 'remainder':
      return (
        <TextField
          label={goalsTexts.weight}
          hint={goalsTexts.remainderHint}
          value={draft.weight}
          onChange={(weight) => set({ weight })}
          error={faults.weight}
          inputMode="numeric"
        />
      );
    case 'goal':
      return (
        <>
          <AmountOf {...props} field="amount" />
          <p className={styles.hint}>{goalsTexts.goalHint}</p>
        </>
      );
    case 'schedule':
      return <ScheduleGoalFields draft={draft} set={set} faults={faults} />;
  }
}

/** The fields that few goals need. */
export function MoreFields(props: FieldsProps) {
  const { draft, set, faults, about } = props;
  const { kind, from } = draft;
  return (
    <>
      {hasLimit(kind) && <LimitFields {...props} />}
      {kind === 'by' && (
        <MonthSelect
          label={goalsTexts.from}
          first={addMonths(about.month, -24)}
          value={from}
          onChange={(month) => set({ from: month })}
          none={goalsTexts.fromNever}
        />
      )}
      {hasChange(kind) && (
        <TextField
          label={goalsTexts.change}
          placeholder={goalsTexts.changeExample}
          value={draft.change}
          onChange={(change) => set({ change })}
          error={faults.change}
        />
      )}
      {hasPriority(kind) && (
        <TextField
          label={goalsTexts.priority}
          hint={goalsTexts.priorityHint}
          placeholder="0"
          value={draft.priority}
          onChange={(priority) => set({ priority })}
          error={faults.priority}
          inputMode="numeric"
        />
      )}
    </>
  );
}

function AmountOf({
  draft,
  set,
  type,
  faults,
  field,
}: FieldsProps & { field: keyof TypedAmounts }) {
  const isTouch = useMedia(COARSE);
  return (
    <AmountField
      label={goalsTexts[field]}
      value={draft[field]}
      onChange={(cents) => set({ [field]: cents })}
      onTyping={(cents) => type(field, cents)}
      holdsText="always"
      error={faults[field]}
      {...(field === 'limit' && draft.kind !== 'fill' ? { placeholder: goalsTexts.noLimit } : {})}
      withPad={isTouch}
    />
  );
}

function CountField({ draft, set, faults, label }: FieldsProps & { label: string }) {
  return (
    <TextField
      label={label}
      value={draft.count}
      onChange={(count) => set({ count })}
      error={faults.count}
      inputMode="numeric"
    />
  );
}

/** The most that the balance may be; what it is for matters once there is one. */
function LimitFields(props: FieldsProps) {
  const { draft, seen, set, faults } = props;
  const isSet = seen.limit !== null;
  const hasPeriod = isSet || draft.kind === 'fill';
  return (
    <>
      <div className={hasPeriod ? styles.pair : undefined}>
        <AmountOf {...props} field="limit" />
        {hasPeriod && (
          <Select
            label={goalsTexts.limitPeriod}
            options={optionsOf<LimitPeriod>(goalsTexts.limitPeriods)}
            value={draft.limitPeriod}
            onChange={(limitPeriod) => set({ limitPeriod })}
          />
        )}
      </div>
      {isSet && draft.limitPeriod === 'weekly' && (
        <DateField
          label={goalsTexts.limitStart}
          value={draft.limitStart}
          onChange={(limitStart) => set({ limitStart })}
          error={faults.limitStart}
        />
      )}
      {isSet && (
        <Checkbox isSelected={draft.holds} onChange={(holds) => set({ holds })}>
          {goalsTexts.holds}
        </Checkbox>
      )}
    </>
  );
}

function TargetFields(props: FieldsProps) {
  const { draft, set, about } = props;
  const { repeat } = draft;
  return (
    <>
      <div className={styles.pair}>
        <AmountOf {...props} field="amount" />
        <MonthSelect
          label={goalsTexts.byMonth}
          first={about.month}
          value={draft.month}
          onChange={(month) => month && set({ month })}
        />
      </div>
      <div className={repeat === 'never' ? undefined : styles.pair}>
        <Select
          label={goalsTexts.repeat}
          options={optionsOf<Repeat>(goalsTexts.repeats)}
          value={repeat}
          onChange={(next) => set({ repeat: next, count: next === 'years' ? '1' : draft.count })}
        />
        {repeat !== 'never' && (
          <CountField
            {...props}
            label={repeat === 'years' ? goalsTexts.repeatYears : goalsTexts.repeatMonths}
          />
        )}
      </div>
    </>
  );
}

function PeriodFields(props: FieldsProps) {
  const { draft, set, faults } = props;
  return (
    <>
      <div className={styles.pair}>
        <AmountOf {...props} field="amount" />
        <DateField
          label={goalsTexts.starting}
          value={draft.starting}
          onChange={(starting) => set({ starting })}
          error={faults.starting}
        />
      </div>
      <div className={styles.pair}>
        <CountField {...props} label={goalsTexts.every} />
        <Select
          label={goalsTexts.unit}
          options={optionsOf<Unit>(goalsTexts.units)}
          value={draft.unit}
          onChange={(unit) => set({ unit })}
        />
      </div>
    </>
  );
}

function PercentageFields({ draft, set, faults, about }: FieldsProps) {
  const { source, previous } = draft;
  const names = new Set([...about.incomes, ...(isSourceWord(source) ? [] : [source])]);
  const options = [
    ...SOURCES.map((id) => ({ id, name: goalsTexts.sources[id] })),
    ...[...names].map((name) => ({ id: name, name })),
  ];
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={goalsTexts.percent}
          value={draft.percent}
          onChange={(percent) => set({ percent })}
          error={faults.percent}
          inputMode="decimal"
        />
        <Select
          label={goalsTexts.source}
          options={options}
          value={source}
          onChange={(next) => set({ source: next })}
        />
      </div>
      {source !== AVAILABLE && (
        <ChoiceGroup
          label={goalsTexts.incomeOf}
          look="bar"
          choices={[
            { id: 'this', name: goalsTexts.thisMonth },
            { id: 'last', name: goalsTexts.lastMonth },
          ]}
          value={previous ? 'last' : 'this'}
          onChange={(of) => set({ previous: of === 'last' })}
        />
      )}
    </>
  );
}

/** Twelve years. */
const MONTHS = 144;

interface MonthSelectProps {
  label: string;
  first: Month;
  value: Month | null;
  onChange: (month: Month | null) => void;
  /** The choice of no month, if it is one. */
  none?: string;
}

/** A month by its name; typing its first letters finds it. */
function MonthSelect({ label, first, value, onChange, none }: MonthSelectProps) {
  const near = monthRange(first, MONTHS);
  const months = value === null || near.includes(value) ? near : [value, ...near];
  const named = months.map((month) => ({ id: month, name: monthTitle(month) }));
  return (
    <Select
      label={label}
      options={none === undefined ? named : [{ id: '', name: none }, ...named]}
      value={value ?? ''}
      onChange={(month) => onChange(month === '' ? null : month)}
    />
  );
}
