import type { Month } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { lazy } from '@/lib/parts/lazy';

const ComingDialog = lazy(() => import('./ComingDialog'));

/** Shows what schedules will bring in a month. */
export function openComing(month: Month): void {
  pushModal('coming', (close) => <ComingDialog month={month} onClose={close} />);
}
