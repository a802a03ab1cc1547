import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { settingsTexts } from '@/texts/settings';
import styles from './settings.module.css';
import type { Saving } from './useSaving';

interface SectionProps {
  /** The anchor of the address. */
  id: string;
  title: string;
  lead?: string;
  saving?: Saving;
  children: ReactNode;
}

/** A titled card of the page; at the right of its title it says that a change was saved. */
export function Section({ id, title, lead, saving, children }: SectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        {saving && (
          <span role="status" className={styles.saved}>
            {saving.isSaved && (
              <>
                <CircleCheck size="0.9375rem" aria-hidden="true" />
                {settingsTexts.saved}
              </>
            )}
          </span>
        )}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
      {saving?.error && (
        <p role="alert" className={styles.error}>
          {saving.error}
        </p>
      )}
    </section>
  );
}
