/** Opens a new report about a subject, such as the category of a transaction. */
import type { Condition } from '@/generated/contract';

/** Initial settings of a new report, instead of the defaults. */
export interface ReportStart {
  name: string;
  conditions: readonly Condition[];
  balanceType: string;
  groupBy: string;
  dateRange: string;
  showOffBudget: boolean;
}

const PLACE = '/reports/custom';
const ABOUT = 'about';

export function newReportPlace(start: ReportStart): string {
  return `${PLACE}?${new URLSearchParams({ [ABOUT]: JSON.stringify(start) })}`;
}

/** Reads the initial settings from the address of a new report. */
export function reportStart(search: URLSearchParams): Partial<ReportStart> {
  try {
    const start: unknown = JSON.parse(search.get(ABOUT) ?? '{}');
    return typeof start === 'object' && start !== null ? start : {};
  } catch {
    return {};
  }
}
