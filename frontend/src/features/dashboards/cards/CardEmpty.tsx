import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from '../card.module.css';

interface CardEmptyProps {
  icon: LucideIcon;
  children: string;
  /** What can be done about it. */
  way?: ReactNode;
}

/** In the place of figures that a card does not have. */
export function CardEmpty({ icon: Icon, children, way }: CardEmptyProps) {
  return (
    <div className={styles.invitation}>
      <Icon size="1.75rem" strokeWidth={1.5} aria-hidden="true" />
      <p>{children}</p>
      {way}
    </div>
  );
}
