import { Eye, EyeOff } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import { hideItem } from '../api';
import { run } from '../grid/run';
import { type BudgetAt, itemAt, offline, onItem } from './at';

const setHidden = (at: BudgetAt, hidden: boolean) => void run(hideItem(itemAt(at), hidden));

export const hide: Action<BudgetAt> = {
  id: 'hide',
  label: budgetTexts.hide,
  icon: EyeOff,
  applies: (at) => onItem(at) && !itemAt(at).hidden,
  reason: offline,
  run: (at) => setHidden(at, true),
};

export const show: Action<BudgetAt> = {
  id: 'show',
  label: commonTexts.show,
  icon: Eye,
  applies: (at) => onItem(at) && itemAt(at).hidden,
  reason: offline,
  run: (at) => setHidden(at, false),
};
