import { Landmark } from 'lucide-react';
import { useNavigate } from 'react-router';
import { actionItems } from '@/components/ActionItems';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuTrigger } from '@/components/Menu';
import type { Account } from '@/generated/contract';
import { actIn, applicable } from '@/lib/actions/actions';
import { phoneTexts } from '@/texts/transactions';
import { BANK_ACTIONS } from '../actions/bank';

/** The bank actions of an account, on a phone. */
export function BankMenu({ account }: { account: Account }) {
  const navigate = useNavigate();
  const at = { account, goTo: (path: string) => void navigate(path) };
  if (applicable(BANK_ACTIONS, at).length === 0) return null;
  return (
    <MenuTrigger>
      <IconButton label={phoneTexts.bank}>
        <Landmark size="1.25rem" aria-hidden="true" />
      </IconButton>
      <Menu placement="bottom end" onAction={(id) => actIn(BANK_ACTIONS, id, at)}>
        {actionItems(BANK_ACTIONS, at)}
      </Menu>
    </MenuTrigger>
  );
}
