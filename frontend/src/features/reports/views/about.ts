/** The context of a card's view, besides its figures. */

import type { Calendar } from '@/domain/reports/calendar';
import type { AmountFormat } from '@/lib/format/amount';
import type { DateFormat } from '@/lib/format/dates';
import type { Meta } from '../card/draft';

export interface About {
  /** Names the chart on this device. */
  id: string;
  title: string;
  meta: Meta;
  calendar: Calendar;
}

/** How amounts and days are written. */
export interface Written {
  amounts: AmountFormat;
  dates: DateFormat;
}
