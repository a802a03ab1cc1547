import { pushModal } from '@/lib/modals/modals';
import { lazy } from '@/lib/parts/lazy';
import type { Named } from './subject';

const ExplainDialog = lazy(() => import('./ExplainDialog'));

/** Opens the explanation of a cell by its full name. */
export function openExplain(cell: string, { groups, type }: Named): void {
  pushModal('explain', (close) => (
    <ExplainDialog cell={cell} groups={groups} type={type} onClose={close} />
  ));
}
