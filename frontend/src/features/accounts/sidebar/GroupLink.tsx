import { NavLink } from 'react-router';
import { Spoken } from '@/components/Spoken';
import type { Account } from '@/generated/contract';
import { shellTexts } from '@/texts/shell';
import { TotalBalance, useTotalText } from '../Balance';
import styles from './sidebar.module.css';

interface GroupLinkProps {
  title: string;
  to: string;
  /** The accounts whose balances it adds up. */
  accounts: readonly Account[];
}

/** The head of a group: a link to the register of all its accounts, with their total. */
export function GroupLink({ title, to, accounts }: GroupLinkProps) {
  const text = useTotalText(accounts);
  return (
    <NavLink to={to} end className={styles.heading ?? ''} draggable={false}>
      <Spoken text={shellTexts.balance(title, text)}>
        <span className={styles.headingName}>{title}</span>
        <TotalBalance accounts={accounts} />
      </Spoken>
    </NavLink>
  );
}
