import { ArrowRightLeft, LifeBuoy } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { monthSheet } from '@/lib/sheet/names';
import { cells } from '@/lib/sheet/sheet';
import { budgetTexts } from '@/texts/budget';
import { categoryCell, cents } from '../model/cells';
import { measureColumn } from '../model/columns';
import { openMoney } from '../money/openMoney';
import { type BudgetAt, offline, rowAt } from './at';

/** The month, if the cell is one of an envelope's amounts. */
function envelopeMonth(at: BudgetAt): string | null {
  const row = rowAt(at);
  const isEnvelope = row?.kind === 'category' && !row.income;
  if (!isEnvelope || at.grid.model.type === 'report') return null;
  return measureColumn(at.column)?.month ?? null;
}

function balanceAt(at: BudgetAt): number {
  const month = envelopeMonth(at) ?? '';
  return cents(cells.get(`${monthSheet(month)}!${categoryCell('balance', at.rowId)}`));
}

function open(kind: 'move' | 'cover', at: BudgetAt): void {
  const month = envelopeMonth(at);
  if (month) openMoney({ kind, month, placeId: at.rowId }, at.grid.model.groups);
}

export const cover: Action<BudgetAt> = {
  id: 'cover',
  label: budgetTexts.coverOverspending,
  keys: ['M'],
  icon: LifeBuoy,
  applies: (at) => envelopeMonth(at) !== null && balanceAt(at) < 0,
  reason: offline,
  run: (at) => open('cover', at),
};

export const transfer: Action<BudgetAt> = {
  id: 'transfer',
  label: budgetTexts.transferToAnother,
  keys: ['M'],
  icon: ArrowRightLeft,
  applies: (at) => envelopeMonth(at) !== null && balanceAt(at) >= 0,
  reason: offline,
  run: (at) => open('move', at),
};
