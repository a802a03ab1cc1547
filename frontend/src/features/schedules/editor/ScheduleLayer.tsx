import { CalendarOff } from 'lucide-react';
import { useLocation, useParams } from 'react-router';
import { Dialog } from '@/components/Dialog';
import { EmptyNote } from '@/components/EmptyNote';
import { LoadFailed } from '@/components/LoadFailed';
import { SkeletonLines } from '@/components/SkeletonLines';
import { useSchedules } from '@/domain/schedules/api';
import { useCloseLayer } from '@/lib/layers/useLayer';
import { useLastKnown } from '@/lib/react/useLastKnown';
import { errorText } from '@/texts/errors';
import { scheduleFormTexts } from '@/texts/schedules';
import type { ScheduleStart } from './draft';
import { ScheduleDialog } from './ScheduleDialog';

/** The navigation state of the editor. */
interface EditorState {
  start?: ScheduleStart;
  /** A transaction that the new schedule is made from and that belongs to it. */
  transactionId?: string;
}

/** The editor of a new schedule, or of the one in the address. */
export default function ScheduleLayer() {
  const { id } = useParams();
  const close = useCloseLayer();
  const { start, transactionId } = (useLocation().state ?? {}) as EditorState;
  if (id !== undefined) return <StoredSchedule key={id} id={id} onClose={close} />;
  return (
    <ScheduleDialog
      schedule={null}
      start={start}
      linked={transactionId === undefined ? [] : [transactionId]}
      onClose={close}
    />
  );
}

function StoredSchedule({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: schedules, error, refetch } = useSchedules();
  const stored = schedules?.find((each) => each.id === id);
  const schedule = useLastKnown(stored);
  if (schedule)
    return <ScheduleDialog schedule={schedule} isGone={!stored} linked={[]} onClose={onClose} />;
  return (
    <Dialog
      title={scheduleFormTexts.title}
      size={schedules ? 'small' : 'large'}
      isLayer
      onClose={onClose}
    >
      {schedules && <EmptyNote icon={CalendarOff}>{scheduleFormTexts.gone}</EmptyNote>}
      {!schedules && error && (
        <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>
      )}
      {!schedules && !error && <SkeletonLines lines={4} />}
    </Dialog>
  );
}
