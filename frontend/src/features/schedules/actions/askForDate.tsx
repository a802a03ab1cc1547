import type { Target } from '@/domain/schedules/turnAction';
import { pushModal } from '@/lib/modals/modals';
import { RestartDialog } from './RestartDialog';

/** Asks for the day on which a schedule starts again. */
export function askForDate({ schedule, name }: Target): void {
  pushModal('restart-schedule', (close) => (
    <RestartDialog schedule={schedule} name={name} onClose={close} />
  ));
}
