import { Checkbox } from '@/components/Checkbox';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { DateField } from '@/components/pickers/DateField';
import { Select } from '@/components/Select';
import type { Calendar } from '@/domain/reports/calendar';
import { DAILY, WEEKLY } from '@/domain/reports/stored';
import type { Day, Month } from '@/generated/contract';
import { addDays, addMonths, monthOf, monthRange, monthsBetween } from '@/lib/format/dates';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import { earlier, later } from '../model/range';
import { mayLeaveOut, type Report, rangesOf } from '../model/report';
import { shortMonth } from '../settings/months';
import { someOf } from '../settings/options';
import styles from '../settings/settings.module.css';

export interface ShownDays {
  from: Day;
  to: Day;
}

interface ReportRangeProps {
  report: Report;
  /** The days that are shown; null while they are computed. */
  range: ShownDays | null;
  calendar: Calendar;
  onChange: (choice: Partial<Report>) => void;
}

const WAYS = [
  { id: 'live', name: words.live },
  { id: 'static', name: words.static },
] as const;

const lastDay = (month: Month) => addDays(`${addMonths(month, 1)}-01`, -1);

/** A range that moves along, or days that stay fixed. */
export function ReportRange({ report, range, calendar, onChange }: ReportRangeProps) {
  const { isDateStatic, interval } = report;
  const fix = (days: ShownDays) =>
    onChange({ isDateStatic: true, startDate: days.from, endDate: days.to });
  const toggle = (way: 'live' | 'static') => {
    if (way === 'live') onChange({ isDateStatic: false });
    else if (range) fix(range);
  };
  const isByDay = interval === DAILY || interval === WEEKLY;
  return (
    <>
      <ChoiceGroup
        label={words.follows}
        look="bar"
        choices={WAYS}
        value={isDateStatic ? 'static' : 'live'}
        onChange={toggle}
      />
      {!isDateStatic && (
        <Select
          label={words.range}
          options={someOf(rangesOf(report), words.liveRanges)}
          value={report.dateRange}
          onChange={(dateRange) => onChange({ dateRange })}
        />
      )}
      {!isDateStatic && mayLeaveOut(report) && (
        <Checkbox
          isSelected={report.includeCurrentInterval}
          onChange={(is) => onChange({ includeCurrentInterval: is })}
        >
          {words.includeCurrent}
        </Checkbox>
      )}
      {isDateStatic && range && isByDay && <Days range={range} onChange={fix} />}
      {isDateStatic && range && !isByDay && (
        <Months range={range} calendar={calendar} onChange={fix} />
      )}
    </>
  );
}

interface FixedProps {
  range: ShownDays;
  onChange: (range: ShownDays) => void;
}

function Days({ range, onChange }: FixedProps) {
  const { from, to } = range;
  return (
    <div className={styles.pair}>
      <DateField
        label={words.firstDay}
        value={from}
        onChange={(day) => day && onChange({ from: day, to: later(day, to) })}
      />
      <DateField
        label={words.lastDay}
        value={to}
        onChange={(day) => day && onChange({ from: earlier(day, from), to: day })}
      />
    </div>
  );
}

function Months({ range, calendar, onChange }: FixedProps & { calendar: Calendar }) {
  const [from, to] = [monthOf(range.from), monthOf(range.to)];
  const now = monthOf(calendar.today);
  const first = [monthOf(calendar.earliest), from, addMonths(now, -12)].sort()[0] ?? from;
  const last = [monthOf(calendar.latest), to, now].sort().at(-1) ?? to;
  const months = monthRange(first, monthsBetween(first, last) + 1)
    .map((id) => ({ id, name: shortMonth(id) }))
    .reverse();
  const choose = (start: Month, end: Month) => onChange({ from: `${start}-01`, to: lastDay(end) });
  return (
    <div className={styles.pair}>
      <Select
        label={reportsTexts.startMonth}
        options={months}
        value={from}
        onChange={(month) => choose(month, later(month, to))}
      />
      <Select
        label={reportsTexts.endMonth}
        options={months}
        value={to}
        onChange={(month) => choose(earlier(month, from), month)}
      />
    </div>
  );
}
