import { Plus } from 'lucide-react';
import { Button } from '@/components/Button';
import { openModal } from '@/lib/modals/named';
import { accountsTexts } from '@/texts/accounts';
import { commonTexts } from '@/texts/common';
import styles from './sidebar.module.css';

/** The button for a new account; prominent and explained while there is none. */
export function AddAccount({ isFirst = false }: { isFirst?: boolean }) {
  const button = (
    <Button
      look={isFirst ? 'plain' : 'bare'}
      className={isFirst ? undefined : styles.add}
      onPress={() => openModal('add-account', {})}
    >
      <Plus size="1rem" aria-hidden="true" />
      {commonTexts.addAccount}
    </Button>
  );
  if (!isFirst) return button;
  return (
    <div className={styles.first}>
      <p className={styles.firstTitle}>{commonTexts.noAccountsYet}</p>
      <p className={styles.firstLead}>{accountsTexts.noneLead}</p>
      {button}
    </div>
  );
}
