import { useSearchParams } from 'react-router';
import type { Calendar } from '@/domain/reports/calendar';
import {
  cutRange,
  defaultRange,
  offeredMonths,
  type Range,
  type ReportId,
  rangeOfSearch,
} from './model/range';

export interface ReportRange {
  /** As it was chosen; it may reach beyond the months that are offered. */
  chosen: Range;
  /** The part of it that is shown. */
  range: Range;
  offered: Range;
  choose: (range: Range) => void;
}

/** The range of a report. It stands in the address, so that Back and a reload keep it. */
export function useReportRange(report: ReportId, calendar: Calendar): ReportRange {
  const [search, setSearch] = useSearchParams();
  const offered = offeredMonths(report, calendar);
  const chosen = rangeOfSearch(search) ?? defaultRange(report, calendar);
  const choose = ({ from, to }: Range) =>
    setSearch(
      (params) => {
        params.set('from', from);
        params.set('to', to);
        params.delete('view');
        return params;
      },
      { replace: true },
    );
  return { chosen, range: cutRange(chosen, offered), offered, choose };
}
