import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { run } from '@/domain/transactions/run';
import type { Account } from '@/generated/contract';
import { renameAccount } from '@/lib/accounts/changes';
import styles from './head.module.css';

/** Renames the account where its name stands; a blank name is ignored. */
export function TitleEditor({ account, onClose }: { account: Account; onClose: () => void }) {
  const [name, setName] = useState(account.name);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const finish = (save: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    if (save) void run(renameAccount(account, name));
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.stopPropagation();
    finish(event.key === 'Enter');
  };
  return (
    <input
      ref={input}
      className={styles.rename}
      aria-label="Account name"
      value={name}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={press}
      onBlur={() => finish(true)}
    />
  );
}
