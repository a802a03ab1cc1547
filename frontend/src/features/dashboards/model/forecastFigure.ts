/** The source of a balance ahead: what is entered so far, and what is expected up to its day. */
import type { FigureOf } from '@/domain/reports/ReportFigure';
import type { Day, Forecast, Occurrence } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { figureTexts } from '@/texts/dashboards';

interface Shown {
  amounts: AmountFormat;
  dates: DateFormat;
  today: Day;
  /** The settings of the card. */
  meta: Readonly<Record<string, unknown>>;
}

const SCHEDULES = '/schedules';
const BUDGET = '/budget';

const sumOf = (payments: readonly Occurrence[]) =>
  payments.reduce((sum, { amount }) => sum + amount, 0);

/** The expected changes up to a day by their source, without those of 0. */
function expected({ scheduled, missed, days, start }: Forecast, day: Day, { meta, today }: Shown) {
  const now = today > start ? today : start;
  const planned = days.find(({ date }) => date === day)?.planned ?? 0;
  const paid = scheduled.filter(({ date }) => date <= day);
  const late = meta.includeMissed !== false && day >= now ? missed : [];
  return [
    {
      id: 'scheduled',
      name: figureTexts.paidBySchedules,
      cents: sumOf(paid),
      place: SCHEDULES,
      isShown: true,
    },
    {
      id: 'missed',
      name: figureTexts.missedPayments,
      cents: sumOf(late),
      place: SCHEDULES,
      isShown: late.length > 0,
    },
    {
      id: 'planned',
      name: figureTexts.plannedByBudget,
      cents: planned,
      place: BUDGET,
      isShown: planned !== 0,
    },
  ].filter(({ isShown }) => isShown);
}

/** All transactions of the accounts up to a day. */
const booked = (day: Day): Pick<FigureOf, 'part' | 'adjusts'> => ({
  part: { series: 'startingBalance' },
  adjusts: [{ dates: { from: null, to: day } }],
});

/** The balance at the end of a day. Its parts add up to it, to the cent. */
export function forecastFigure(
  figures: Forecast,
  { date, balance }: { date: Day; balance: number },
  shown: Shown,
): Omit<FigureOf, 'id' | 'value'> {
  const { amounts, dates, today, meta } = shown;
  const day = formatDay(date, dates);
  if (figures.source === 'tracking-budget') {
    return { place: BUDGET, formula: figureTexts.howTracked(day) };
  }
  if (date < today) return { ...booked(date), formula: figureTexts.howBooked(day) };
  const ahead = expected(figures, date, shown);
  const rest = balance - ahead.reduce((sum, { cents }) => sum + cents, 0);
  // By the month, the days and what is planned of each are not known.
  const isMixed = meta.includeBudget === true && figures.days.length === 0;
  const entered: FigureOf = {
    id: `${date}/entered`,
    name: isMixed ? figureTexts.enteredAndPlanned : figureTexts.entered,
    when: '',
    value: amounts.format(rest),
    ...(isMixed ? { place: BUDGET } : booked(date)),
  };
  return {
    place: SCHEDULES,
    formula: figureTexts.howForecast(day),
    terms: [
      { sign: '', of: entered },
      ...ahead.map(({ id, name, cents, place }) => ({
        sign: '+' as const,
        of: { id: `${date}/${id}`, name, when: '', value: amounts.format(cents), place },
      })),
    ],
  };
}
