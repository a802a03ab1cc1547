import { Pencil } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { onRow, type PayeeAt, protectedRow } from './at';

export const rename: Action<PayeeAt> = {
  id: 'rename',
  label: commonTexts.rename,
  keys: ['F2', 'Enter'],
  icon: Pencil,
  applies: (at) => onRow(at) && at.column === 'name',
  reason: protectedRow,
  run: ({ grid, rowId }) => grid.rename({ rowId, column: 'name' }),
};
