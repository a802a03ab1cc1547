import type { CategoryGroup, Month } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { lazy } from '@/lib/parts/lazy';
import type { Moving } from './MoneyDialog';

const HoldDialog = lazy(() => import('./HoldDialog'));
const CoverAllDialog = lazy(() => import('./CoverAllDialog'));
const MoneyDialog = lazy(() => import('./MoneyDialog'));

/** Opens the form that moves or covers. */
export function openMoney(moving: Moving, groups: readonly CategoryGroup[]): void {
  pushModal(moving.kind === 'cover' ? 'cover' : 'transfer', (close) => (
    <MoneyDialog moving={moving} groups={groups} onClose={close} />
  ));
}

/** Opens the form that holds money for the next month. */
export function openHold(month: Month): void {
  pushModal('hold', (close) => <HoldDialog month={month} onClose={close} />);
}

/** Opens the form that covers all overspent envelopes of a month. */
export function openCoverAll(month: Month, groups: readonly CategoryGroup[]): void {
  pushModal('cover-all', (close) => (
    <CoverAllDialog month={month} groups={groups} onClose={close} />
  ));
}
