import { Star } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { payeesTexts } from '@/texts/payees';
import { setFavorite } from '../api';
import { run } from '../run';
import { offline, onRow, type PayeeAt, rowAt } from './at';

export const favorite: Action<PayeeAt> = {
  id: 'favorite',
  label: (at) => (rowAt(at).favorite ? payeesTexts.unfavor : payeesTexts.favor),
  general: payeesTexts.favorOrNot,
  keys: ['S'],
  icon: Star,
  applies: onRow,
  reason: offline,
  run: (at) => void run(setFavorite(rowAt(at), !rowAt(at).favorite)),
};

export const favoriteCell: Action<PayeeAt> = {
  ...favorite,
  id: 'favorite-cell',
  keys: ['Enter'],
  applies: (at) => onRow(at) && at.column === 'favorite',
};
