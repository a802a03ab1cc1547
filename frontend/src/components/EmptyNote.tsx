import type { LucideIcon } from 'lucide-react';
import styles from './EmptyNote.module.css';

interface EmptyNoteProps {
  icon: LucideIcon;
  title?: string;
  children: string;
}

/** Stands where there is nothing to show, and says why. */
export function EmptyNote({ icon: Icon, title, children }: EmptyNoteProps) {
  return (
    <div className={styles.note}>
      <Icon size="2rem" strokeWidth={1.5} aria-hidden="true" />
      {title !== undefined && <h3>{title}</h3>}
      <p>{children}</p>
    </div>
  );
}
