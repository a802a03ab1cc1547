import { useParams } from 'react-router';
import { useScrollPlace } from '@/lib/react/useScrollPlace';
import { BankSettingsPage } from './BankSettingsPage';
import { BankSyncPage } from './BankSyncPage';

/** The bank screens: the bank sync page, or the settings of one linked account. */
export function BankScreen() {
  const { id } = useParams();
  useScrollPlace();
  return id === undefined ? <BankSyncPage /> : <BankSettingsPage id={id} />;
}
