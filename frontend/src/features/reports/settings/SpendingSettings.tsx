import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Select } from '@/components/Select';
import type { Calendar } from '@/domain/reports/calendar';
import { addMonths, monthOf, monthRange, monthsBetween, monthTitle } from '@/lib/format/dates';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { useDraft } from '../card/draft';
import { ChoiceSetting } from './ChoiceSetting';
import { optionsOf } from './options';
import { Section } from './Section';

const MODES = optionsOf(words.spendingModes);
const AVERAGE_OPTIONS = optionsOf(words.averages);

const WAYS = [
  { id: 'live', name: words.live },
  { id: 'static', name: words.static },
] as const;

const AVERAGES = {
  months3: { mode: 'last-n-months', months: 3 },
  months6: { mode: 'last-n-months', months: 6 },
  months12: { mode: 'last-n-months', months: 12 },
  year: { mode: 'year-to-date' },
  all: { mode: 'all-time' },
} as const;

type AverageId = keyof typeof AVERAGES;

const AVERAGE_IDS = Object.keys(AVERAGES) as AverageId[];

function averageOf(stored: unknown): AverageId {
  const { mode, months } = (stored ?? {}) as { mode?: unknown; months?: unknown };
  if (mode === 'year-to-date') return 'year';
  if (mode === 'all-time') return 'all';
  return AVERAGE_IDS.find((id) => id === `months${months}`) ?? 'months3';
}

const isMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d$/.test(value);

/** Which month is looked at, and what it is compared with. */
export function SpendingSettings({ calendar }: { calendar: Calendar }) {
  const { meta, change } = useDraft();
  const now = monthOf(calendar.today);
  const compare = isMonth(meta.compare) ? meta.compare : now;
  const compareTo = isMonth(meta.compareTo) ? meta.compareTo : addMonths(now, -1);
  // Live is what goes with the calendar: it stores no month.
  const isLive = !isMonth(meta.compare);
  const first =
    [monthOf(calendar.earliest), compare, compareTo, addMonths(now, -12)].sort()[0] ?? now;
  const months = monthRange(first, monthsBetween(first, now) + 1)
    .map((id) => ({ id, name: monthTitle(id) }))
    .reverse();
  const isAverage = meta.mode === 'average';
  return (
    <Section title={words.comparison}>
      <ChoiceGroup
        label={words.follows}
        look="bar"
        choices={WAYS}
        value={isLive ? 'live' : 'static'}
        onChange={(way) =>
          change(
            way === 'live'
              ? { isLive: true, compare: undefined, compareTo: undefined }
              : { isLive: false, compare, compareTo },
          )
        }
      />
      <Select
        label={words.month}
        options={months}
        value={compare}
        onChange={(month) => change({ isLive: false, compare: month, compareTo })}
      />
      <ChoiceSetting
        setting="mode"
        label={words.compareWith}
        options={MODES}
        usual="single-month"
      />
      {!isAverage && meta.mode !== 'budget' && (
        <Select
          label={words.compareMonth}
          options={months}
          value={compareTo}
          onChange={(month) => change({ isLive: false, compare, compareTo: month })}
        />
      )}
      {isAverage && (
        <Select
          label={words.averageOf}
          options={AVERAGE_OPTIONS}
          value={averageOf(meta.averageRange)}
          onChange={(id) => change({ averageRange: AVERAGES[id] })}
        />
      )}
    </Section>
  );
}
