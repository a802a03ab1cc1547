import type { Month } from '@/generated/contract';
import { monthShort, monthYear } from '@/lib/format/dates';
import { reportsTexts } from '@/texts/reports';

/** A month where there is little room: 'Nov 2026'. */
export const shortMonth = (month: Month) => reportsTexts.tick(monthShort(month), monthYear(month));
