import { Button } from '@/components/Button';
import { Select } from '@/components/Select';
import type { Calendar } from '@/domain/reports/calendar';
import type { Month } from '@/generated/contract';
import type { Action } from '@/lib/actions/actions';
import { useActions } from '@/lib/actions/useActions';
import { monthRange, monthsBetween, monthTitle } from '@/lib/format/dates';
import { reportsTexts } from '@/texts/reports';
import {
  cutRange,
  isSameRange,
  type QuickId,
  quickRanges,
  type Range,
  type ReportId,
  withEnd,
  withStart,
} from './model/range';
import styles from './reports.module.css';
import type { ReportRange } from './useReportRange';

interface RangeBarProps {
  report: ReportId;
  calendar: Calendar;
  shown: ReportRange;
}

/** The keys of the ranges that one press chooses. */
const KEYS: Record<QuickId, string> = {
  month1: '1',
  months3: '3',
  months6: '6',
  year: 'Y',
  all: 'L',
};

const rangeActions = (ranges: readonly [QuickId, Range][]): Action<(range: Range) => void>[] =>
  ranges.map(([id, range]) => ({
    id: `range-${id}`,
    label: reportsTexts.showRange(reportsTexts.quick[id]),
    keys: [KEYS[id]],
    run: (choose) => choose(range),
  }));

/** The months a report shows: by their names, or by one press. */
export function RangeBar({ report, calendar, shown }: RangeBarProps) {
  const { chosen, range, offered, choose } = shown;
  const months = monthRange(offered.from, monthsBetween(offered.from, offered.to) + 1)
    .map((month) => ({ id: month, name: monthTitle(month) }))
    .reverse();
  const quick = quickRanges(report, calendar);
  useActions('screen', rangeActions(quick), choose);
  const chooseStart = (from: Month) => choose(cutRange(withStart(range, from), offered));
  const chooseEnd = (to: Month) => choose(cutRange(withEnd(range, to), offered));
  return (
    <div role="group" aria-label={reportsTexts.range} className={styles.range}>
      <div className={styles.months}>
        <Select
          label={reportsTexts.startMonth}
          options={months}
          value={range.from}
          onChange={chooseStart}
        />
        <Select
          label={reportsTexts.endMonth}
          options={months}
          value={range.to}
          onChange={chooseEnd}
        />
      </div>
      <div className={styles.quick}>
        {quick.map(([id, quick]) => (
          <Button
            key={id}
            size="large"
            aria-pressed={isSameRange(quick, chosen)}
            className={styles.quickButton}
            onPress={() => choose(quick)}
          >
            {reportsTexts.quick[id]}
          </Button>
        ))}
      </div>
    </div>
  );
}
