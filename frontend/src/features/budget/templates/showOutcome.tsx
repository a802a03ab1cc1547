import type { TemplateOutcome } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { notify } from '@/lib/notices/notices';
import { lazy } from '@/lib/parts/lazy';

const ProblemsDialog = lazy(() => import('./ProblemsDialog'));

/** Says what became of templates; `isTold` leaves that to another notice. Problems are listed. */
export function showOutcome(
  { type, message, text, problems }: TemplateOutcome,
  isTold: boolean,
): void {
  if (problems.length > 0) {
    const hint = message === 'templates-applied' ? undefined : text;
    pushModal('template-problems', (close) => (
      <ProblemsDialog problems={problems} hint={hint} onClose={close} />
    ));
  } else if (!isTold) {
    notify({ id: 'templates', type, message: text });
  }
}
