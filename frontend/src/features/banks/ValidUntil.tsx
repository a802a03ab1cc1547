import { CalendarClock } from 'lucide-react';
import { dayText } from '@/lib/format/ago';
import { usePref } from '@/lib/prefs/prefs';
import { bankPageTexts } from '@/texts/bankScreens';
import styles from './BankSyncPage.module.css';

/** How long before its expiry to highlight the date. */
const SOON_MS = 7 * 86_400_000;

/** When a bank's consent expires. */
export function ValidUntil({ time }: { time: string }) {
  const dateFormat = usePref('dateFormat');
  const end = Date.parse(time);
  if (Number.isNaN(end)) return null;
  const isSoon = end - Date.now() < SOON_MS;
  return (
    <span className={styles.until} data-soon={isSoon || undefined}>
      <CalendarClock size="0.9375rem" aria-hidden="true" />
      {bankPageTexts.validUntil(dayText(end, dateFormat))}
    </span>
  );
}
