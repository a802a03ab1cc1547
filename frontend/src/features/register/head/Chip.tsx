import { Skeleton } from '@/components/Skeleton';
import { announce } from '@/lib/announce/announce';
import { copyText } from '@/lib/clipboard/copyText';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { registerTexts } from '@/texts/register';
import styles from './head.module.css';

interface ChipProps {
  label: string;
  cents: number | undefined;
}

/** A balance with its name; a press copies it, to be compared or sent elsewhere. */
export function Chip({ label, cents }: ChipProps) {
  const amounts = useAmountFormat();
  const copy = async () => {
    if (cents === undefined) return;
    const words = amounts.formatFull(cents);
    try {
      await copyText(words);
      announce(registerTexts.copied(words));
    } catch {
      announce(registerTexts.copyRefused);
    }
  };
  return (
    <button
      type="button"
      title={registerTexts.copy}
      className={styles.chip}
      data-negative={(cents ?? 0) < 0 || undefined}
      onClick={() => void copy()}
    >
      <span className={styles.label}>{label}</span>{' '}
      {cents === undefined ? <Skeleton width={80} /> : amounts.format(cents)}
    </button>
  );
}
