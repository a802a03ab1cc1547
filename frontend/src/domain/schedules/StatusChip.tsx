import {
  Bell,
  CalendarClock,
  CalendarDays,
  Check,
  CheckCheck,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { schedulesTexts } from '@/texts/schedules';
import styles from './StatusChip.module.css';
import type { Status } from './schedule';

const ICONS: Record<Status, LucideIcon> = {
  completed: CheckCheck,
  paid: Check,
  due: Bell,
  upcoming: CalendarClock,
  missed: TriangleAlert,
  scheduled: CalendarDays,
};

/** The status of a schedule: a word and an icon, and a color that says no more than they do. */
export function StatusChip({ status }: { status: Status }) {
  const Icon = ICONS[status];
  return (
    <span className={styles.chip} data-status={status}>
      <Icon size="0.875rem" aria-hidden="true" />
      {schedulesTexts.statuses[status]}
    </span>
  );
}
