/** The sources behind the figures of a chart. */
import type { FigureOf } from '@/domain/reports/ReportFigure';

/**
 * Returns the source of a chart figure: of a period by its position, or of a series' total. Name,
 * period and value default to those of the chart. Null if the figure has no source.
 */
export type Behind = (series: string, at: number | null) => Partial<FigureOf> | null;

/** The budget screen of a month. */
export const budgetOf = (month: string) => ({ place: `/budget?m=${month}` });
