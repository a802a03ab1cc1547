import { useLocation, useNavigate } from 'react-router';
import { PHONE } from '@/components/useMedia';
import type { GoToDraft } from './draftNotices';
import { viewOf } from './drafts';

/** Navigation state that names the draft to resume in a register. */
export interface DraftState {
  /** The key of the draft. */
  draft?: string;
}

/** Goes to where a draft is typed: its register, or on a phone the form of its transaction. */
export function useGoToDraft(): GoToDraft {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (draft) => {
    const view = viewOf(draft);
    if (view === null || window.matchMedia(PHONE).matches) {
      void navigate(`/transaction/${draft.base?.row.id ?? 'new'}`);
      return;
    }
    const path = view === 'all' ? '/accounts' : `/accounts/${view}`;
    const isHere = pathname === path;
    const state: DraftState = { draft: draft.key };
    void navigate({ pathname: path, search: isHere ? search : '' }, { state, replace: isHere });
  };
}
