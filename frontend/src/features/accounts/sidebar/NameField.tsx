import { type KeyboardEvent, useRef } from 'react';
import { useFocusAfterOverlay } from '@/components/useFocusAfterOverlay';
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

/** Renames an account in its place; an empty name is ignored, Escape brings the old one back. */
export function NameField({ account, onDone }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useFocusAfterOverlay(field);
  const leave = (text: string | null, byKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    if (text !== null) void run(renameAccount(account, text));
    onDone(byKey);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    leave(event.key === 'Enter' ? event.currentTarget.value : null, true);
  };
  return (
    <input
      ref={field}
      className={styles.nameField}
      aria-label={accountsTexts.accountName}
      autoComplete="off"
      defaultValue={account.name}
      onKeyDown={press}
      onBlur={(event) => leave(event.currentTarget.value, false)}
    />
  );
}
