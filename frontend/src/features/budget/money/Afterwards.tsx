import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import fieldStyles from '@/components/Field.module.css';
import { moneyTexts } from '@/texts/money';
import styles from './money.module.css';
import type { Place } from './places';

interface AfterwardsProps {
  cents: number;
  from: Place | undefined;
  to: Place | undefined;
  format: (cents: number | undefined) => string;
}

/** What both places will have; only the one side as long as the other is not chosen. */
export function Afterwards({ cents, from, to, format }: AfterwardsProps) {
  const id = useId();
  return (
    <div className={styles.afterwards}>
      <span id={id} className={fieldStyles.label}>
        {moneyTexts.afterwards}
      </span>
      <dl className={styles.after} aria-labelledby={id}>
        <Side place={from} cents={-cents} format={format} />
        <ArrowRight size="1rem" aria-hidden="true" />
        <Side place={to} cents={cents} format={format} />
      </dl>
    </div>
  );
}

interface SideProps {
  place: Place | undefined;
  /** Cents added to it; negative if taken. */
  cents: number;
  format: (cents: number) => string;
}

function Side({ place, cents, format }: SideProps) {
  if (place?.balance === undefined) return null;
  const after = place.balance + cents;
  return (
    <div className={styles.side} data-negative={after < 0 || undefined}>
      <dt>{place.name}</dt>
      <dd>{format(after)}</dd>
    </div>
  );
}
