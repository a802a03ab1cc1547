import { useNavigate } from 'react-router';
import { useActions } from '@/lib/actions/useActions';
import { EVERYWHERE, GO_TO, WITH_BUDGET } from './shellActions';

const OPEN = [...WITH_BUDGET, ...GO_TO];

export function useEverywhereShortcuts(): void {
  useActions('global', EVERYWHERE, null);
}

export function useBudgetShortcuts(): void {
  const navigate = useNavigate();
  useActions('global', OPEN, { goTo: (path, state) => void navigate(path, { state }) });
}
