import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Spoken } from '@/components/Spoken';
import { savePrefs, usePref } from '@/lib/prefs/prefs';
import { shellTexts } from '@/texts/shell';
import { Balance } from '../Balance';
import { run } from '../run';
import styles from './sidebar.module.css';

/** The closed accounts behind a disclosure that is remembered. */
export function ClosedAccounts({ children }: { children: ReactNode }) {
  const isOpen = usePref('ui.showClosedAccounts');
  const toggle = () => void run(savePrefs({ 'ui.showClosedAccounts': !isOpen }));
  return (
    <section aria-label={shellTexts.closedAccounts}>
      <Button className={styles.toggle ?? ''} aria-expanded={isOpen} onPress={toggle}>
        <Spoken text={shellTexts.closedAccounts}>
          <span className={styles.headingName}>
            <ChevronRight
              size="0.875rem"
              className={styles.chevron}
              data-open={isOpen || undefined}
              aria-hidden="true"
            />
            {shellTexts.closedAccounts}
          </span>
          <Balance cell="closed-accounts-balance" />
        </Spoken>
      </Button>
      {isOpen && children}
    </section>
  );
}
