import { run } from '@/domain/transactions/run';
import {
  hasBalances,
  isSpecialView,
  useRegisterView,
  type ViewId,
} from '@/domain/transactions/view';
import { savePrefs, usePref } from '@/lib/prefs/prefs';

export interface RunningBalance {
  isShown: boolean;
  /** It means something only for one account, in its usual order, without search or filter. */
  isPossible: boolean;
  toggle: () => void;
}

/** Whether the running balance shows, kept for each account. */
export function useRunningBalance(viewId: ViewId): RunningBalance {
  const key = `show-balances-${viewId}` as const;
  const isShown = usePref(key) && !isSpecialView(viewId);
  const hasMeaning = useRegisterView(hasBalances);
  return {
    isShown,
    isPossible: !isSpecialView(viewId) && hasMeaning,
    toggle: () => void run(savePrefs({ [key]: !isShown })),
  };
}
