/** The way to a new report about something, such as the category of a transaction. */
import type { Condition } from '@/generated/contract';

/** What a new report begins with in place of the usual settings. */
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

/** What the address of a new report says that it begins with. */
export function reportStart(search: URLSearchParams): Partial<ReportStart> {
  try {
    const start: unknown = JSON.parse(search.get(ABOUT) ?? '{}');
    return typeof start === 'object' && start !== null ? start : {};
  } catch {
    return {};
  }
}
