import { savePrefs, usePref } from '@/lib/prefs/prefs';
import { isNarrowed, isSpecialView, registerView, type ViewId } from './model/view';
import { run } from './run';

export interface RunningBalance {
  isShown: boolean;
  /** It means something only for one account, without a search or filter. */
  isPossible: boolean;
  toggle: () => void;
}

/** Whether the running balance shows, kept for each account (spec/2 section 3). */
export function useRunningBalance(viewId: ViewId): RunningBalance {
  const key = `show-balances-${viewId}` as const;
  const isShown = usePref(key) && !isSpecialView(viewId);
  const narrowed = registerView(isNarrowed);
  return {
    isShown,
    isPossible: !isSpecialView(viewId) && !narrowed,
    toggle: () => void run(savePrefs({ [key]: !isShown })),
  };
}
