import { NavLink } from 'react-router';
import { Spoken } from '@/components/Spoken';
import { shellTexts } from '@/texts/shell';
import { Balance, useBalanceText } from '../Balance';
import styles from './sidebar.module.css';

interface GroupLinkProps {
  title: string;
  to: string;
  /** The cell with the total. */
  cell: string;
}

/** The head of a group: a link to the register of all its accounts, with their total. */
export function GroupLink({ title, to, cell }: GroupLinkProps) {
  const text = useBalanceText(cell);
  return (
    <NavLink to={to} end className={styles.heading ?? ''} draggable={false}>
      <Spoken text={shellTexts.balance(title, text)}>
        <span className={styles.headingName}>{title}</span>
        <Balance cell={cell} />
      </Spoken>
    </NavLink>
  );
}
