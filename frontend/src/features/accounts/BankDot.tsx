import { TriangleAlert } from 'lucide-react';
import type { BankState } from '@/lib/banks/status';
import { accountsTexts } from '@/texts/accounts';
import styles from './BankDot.module.css';

/** The mark of a linked account: filled if all is well, a ring while it syncs, else a triangle. */
export function BankDot({ state }: { state: BankState | null }) {
  if (state === null) return null;
  if (state === 'problem') {
    return <TriangleAlert size="0.75rem" strokeWidth={2.5} className={styles.problem} />;
  }
  return <span className={styles.dot} data-state={state} />;
}

/** The name of an account, with what its mark says. */
export function spokenName(name: string, state: BankState | null): string {
  if (state === 'problem') return accountsTexts.needsAttention(name);
  return state === 'syncing' ? accountsTexts.syncing(name) : name;
}
