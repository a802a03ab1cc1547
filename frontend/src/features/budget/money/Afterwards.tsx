import { ArrowRight } from 'lucide-react';
import { moneyTexts } from '@/texts/money';
import styles from './money.module.css';
import type { Place } from './places';

interface AfterwardsProps {
  cents: number;
  from: Place | undefined;
  to: Place | undefined;
  format: (cents: number | undefined) => string;
}

/** What both places will have. */
export function Afterwards({ cents, from, to, format }: AfterwardsProps) {
  const isKnown = from?.balance !== undefined && to?.balance !== undefined;
  if (!isKnown) return <p className={styles.hint}>{moneyTexts.afterHint}</p>;
  return (
    <dl className={styles.after} aria-label={moneyTexts.afterwards}>
      <Side name={from.name} cents={(from.balance ?? 0) - cents} format={format} />
      <ArrowRight size="1rem" aria-hidden="true" />
      <Side name={to.name} cents={(to.balance ?? 0) + cents} format={format} />
    </dl>
  );
}

interface SideProps {
  name: string;
  cents: number;
  format: (cents: number) => string;
}

function Side({ name, cents, format }: SideProps) {
  return (
    <div className={styles.side} data-negative={cents < 0 || undefined}>
      <dt>{name}</dt>
      <dd>{format(cents)}</dd>
    </div>
  );
}
