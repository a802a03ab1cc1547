import { Select, type SelectOption } from '@/components/Select';
import { Switch } from '@/components/Switch';
import { formatAmount, NUMBER_FORMATS, type NumberFormat } from '@/lib/format/amount';
import { DATE_FORMATS, type DateFormat, formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useToday } from '@/lib/prefs/useToday';
import { LOCALE } from '@/texts/locale';
import { settingsTexts } from '@/texts/settings';
import { Section } from './Section';
import styles from './settings.module.css';
import { useSaving } from './useSaving';

const DATES: readonly SelectOption<DateFormat>[] = DATE_FORMATS.map((id) => ({
  id,
  name: id.toUpperCase(),
}));

/** Sunday the 1st of a month and the days after it name the days of the week. */
const WEEKDAYS: readonly SelectOption[] = [...Array(7).keys()].map((day) => ({
  id: String(day),
  name: new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, 10, 1 + day)),
  ),
}));

/** Large enough to show where Indian grouping differs. */
const sampleCents = (format: NumberFormat) => (format === 'comma-dot-in' ? 10000033 : 100033);

function numberOptions(hideFraction: boolean): readonly SelectOption<NumberFormat>[] {
  return NUMBER_FORMATS.map((id) => ({
    id,
    name: formatAmount(sampleCents(id), id, hideFraction),
  }));
}

/** How dates and amounts are written; every screen of every tab follows at once. */
export function FormattingSection() {
  const saving = useSaving();
  const { save } = saving;
  const dateFormat = usePref('dateFormat');
  const numberFormat = usePref('numberFormat');
  const firstDay = usePref('firstDayOfWeekIdx');
  const hideFraction = usePref('hideFraction');
  const { title, lead, ...labels } = settingsTexts.formatting;
  return (
    <Section id="formatting" title={title} lead={lead} saving={saving}>
      <div className={styles.fields}>
        <Select
          label={labels.date}
          options={DATES}
          value={dateFormat}
          onChange={(id) => save({ dateFormat: id })}
        />
        <Select
          label={labels.number}
          options={numberOptions(hideFraction)}
          value={numberFormat}
          onChange={(id) => save({ numberFormat: id })}
        />
        <Select
          label={labels.firstDay}
          options={WEEKDAYS}
          value={firstDay}
          onChange={(id) => save({ firstDayOfWeekIdx: id })}
        />
      </div>
      <Switch isSelected={hideFraction} onChange={(isHidden) => save({ hideFraction: isHidden })}>
        {labels.hideFraction}
      </Switch>
      <Sample />
    </Section>
  );
}

/** A day and two amounts as the rest of the app writes them now. */
function Sample() {
  const day = formatDay(useToday(), usePref('dateFormat'));
  const amounts = useAmountFormat();
  return (
    <dl className={styles.sample}>
      <dt>{settingsTexts.formatting.sample}</dt>
      <dd>{day}</dd>
      <dd data-amount>{amounts.format(248316)}</dd>
      <dd data-amount>{amounts.format(-8790)}</dd>
    </dl>
  );
}
