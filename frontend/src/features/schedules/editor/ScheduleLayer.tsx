import { CalendarOff } from 'lucide-react';
import { useLocation, useParams } from 'react-router';
import { Dialog } from '@/components/Dialog';
import { EmptyNote } from '@/components/EmptyNote';
import { LoadFailed } from '@/components/LoadFailed';
import { SkeletonLines } from '@/components/SkeletonLines';
import { useSchedules } from '@/domain/schedules/api';
import { useCloseLayer } from '@/lib/layers/useLayer';
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
  const { data: schedules, error, refetch } = useSchedules();
  if (id === undefined)
    return (
      <ScheduleDialog
        schedule={null}
        start={start}
        linked={transactionId === undefined ? [] : [transactionId]}
        onClose={close}
      />
    );
  const schedule = schedules?.find((each) => each.id === id);
  if (schedule) return <ScheduleDialog key={id} schedule={schedule} linked={[]} onClose={close} />;
  return (
    <Dialog title={scheduleFormTexts.title} size="large" isLayer onClose={close}>
      {schedules && <EmptyNote icon={CalendarOff}>{scheduleFormTexts.gone}</EmptyNote>}
      {!schedules && error && (
        <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>
      )}
      {!schedules && !error && <SkeletonLines lines={4} />}
    </Dialog>
  );
}
