import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Spoken } from '@/components/Spoken';
import type { Account } from '@/generated/contract';
import { savePrefs, usePref } from '@/lib/prefs/prefs';
import { shellTexts } from '@/texts/shell';
import { TotalBalance } from '../Balance';
import { run } from '../run';
import styles from './sidebar.module.css';

interface ClosedAccountsProps {
  accounts: readonly Account[];
  children: ReactNode;
}

/** The closed accounts behind a disclosure that is remembered. */
export function ClosedAccounts({ accounts, children }: ClosedAccountsProps) {
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
          <TotalBalance accounts={accounts} />
        </Spoken>
      </Button>
      {isOpen && children}
    </section>
  );
}
