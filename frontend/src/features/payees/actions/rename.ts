import { Pencil } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { payeesTexts } from '@/texts/payees';
import { onRow, type PayeeAt, protectedRow } from './at';

export const rename: Action<PayeeAt> = {
  id: 'rename',
  label: payeesTexts.rename,
  keys: ['F2', 'Enter'],
  icon: Pencil,
  applies: (at) => onRow(at) && at.column === 'name',
  reason: protectedRow,
  run: ({ grid, rowId }) => grid.rename({ rowId, column: 'name' }),
};
