/** What is behind the figures of a chart. */
import type { FigureOf } from '@/domain/reports/ReportFigure';

/**
 * What a figure of a chart is made of: that of a period by its position, or the total of a series.
 * Its name, its period and its value are those of the chart unless it has its own. Null for none.
 */
export type Behind = (series: string, at: number | null) => Partial<FigureOf> | null;

/** The screen that shows the amounts of a month's budget. */
export const budgetOf = (month: string) => ({ place: `/budget?m=${month}` });

/** The screen that shows what is expected. */
export const SCHEDULES = { place: '/schedules' } as const;
