import { useNavigate } from 'react-router';
import { useActions } from '@/lib/actions/useActions';
import { IN_PALETTE } from './menuActions';
import { EVERYWHERE, GO_TO, WITH_BUDGET } from './shellActions';

const OPEN = [...WITH_BUDGET, ...GO_TO, ...IN_PALETTE];

export function useEverywhereShortcuts(): void {
  useActions('global', EVERYWHERE, null);
}

export function useBudgetShortcuts(): void {
  const navigate = useNavigate();
  useActions('global', OPEN, { goTo: (path, state) => void navigate(path, { state }) });
}
