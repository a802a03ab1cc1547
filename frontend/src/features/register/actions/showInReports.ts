import { ChartColumn } from 'lucide-react';
import { similarPlace } from '@/domain/reports/similarPlace';
import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { onRow, type RegisterAt, rowAt } from './at';

/** Opens a report about similar transactions. */
export const showInReports: Action<RegisterAt> = {
  id: 'show-in-reports',
  label: commonTexts.showInReports,
  icon: ChartColumn,
  applies: onRow,
  run: (at) => at.grid.goTo(similarPlace(rowAt(at), at.grid.model.data)),
};
