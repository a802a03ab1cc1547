import { Button } from '@/components/Button';
import type { FetchSchedule } from '@/generated/contract';
import { scheduleFetchTexts } from '@/texts/bankScreens';
import styles from './BankSyncPage.module.css';
import { hourElsewhere, offsetHere, zoneText } from './zones';

interface ScheduleZoneProps {
  schedule: FetchSchedule;
  /** Keeps the hour, by the clock of this device. */
  onTakeOver: () => void;
}

/** Whose clock the hour is of: the server keeps the offset of the device that chose it. */
export function ScheduleZone({ schedule, onTakeOver }: ScheduleZoneProps) {
  const { firstHour, offsetMinutes } = schedule;
  const here = offsetHere();
  const zone = zoneText(offsetMinutes);
  if (offsetMinutes === here) {
    return <p className={styles.quiet}>{scheduleFetchTexts.zoneHere(zone)}</p>;
  }
  const hour = hourElsewhere(firstHour, offsetMinutes, here);
  return (
    <div className={styles.plainRow}>
      <p className={styles.quiet}>{scheduleFetchTexts.zoneElsewhere(zone, hour)}</p>
      <Button onPress={onTakeOver}>{scheduleFetchTexts.takeZone(zoneText(here))}</Button>
    </div>
  );
}
