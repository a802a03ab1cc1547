import { RenameField } from '@/components/RenameField';
import type { Account } from '@/generated/contract';
import { renameAccount } from '@/lib/accounts/changes';
import { accountsTexts } from '@/texts/accounts';
import { run } from '../run';
import styles from './sidebar.module.css';

interface NameFieldProps {
  account: Account;
  /** `byKey` when the focus should go back to the account. */
  onDone: (byKey: boolean) => void;
}

/** Renames an account in its place; an empty name is ignored. */
export function NameField({ account, onDone }: NameFieldProps) {
  return (
    <RenameField
      isFromMenu
      label={accountsTexts.accountName}
      name={account.name}
      className={styles.nameField}
      onCommit={(name, byKey) => {
        void run(renameAccount(account, name));
        onDone(byKey);
      }}
      onCancel={onDone}
    />
  );
}
