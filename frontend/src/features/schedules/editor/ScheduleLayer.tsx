import { useLocation, useParams } from 'react-router';
import { Dialog } from '@/components/Dialog';
import { LoadFailed } from '@/components/LoadFailed';
import { Skeleton } from '@/components/Skeleton';
import { useSchedules } from '@/domain/schedules/api';
import { useCloseLayer } from '@/lib/layers/useLayer';
import { errorText } from '@/texts/errors';
import { scheduleFormTexts } from '@/texts/schedules';
import type { ScheduleStart } from './draft';
import styles from './editor.module.css';
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
      {schedules && <p className={styles.hint}>{scheduleFormTexts.gone}</p>}
      {!schedules && error && (
        <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>
      )}
      {!schedules && !error && <Waiting />}
    </Dialog>
  );
}

const LINES = ['64%', '88%', '72%', '80%'];

function Waiting() {
  return (
    <div aria-busy="true" className={styles.waiting}>
      {LINES.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
