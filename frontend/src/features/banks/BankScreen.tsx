import { useParams } from 'react-router';
import { BankSettingsPage } from './BankSettingsPage';
import { BankSyncPage } from './BankSyncPage';

/** The screens about banks: all of them, or the settings of one linked account. */
export function BankScreen() {
  const { id } = useParams();
  return id === undefined ? <BankSyncPage /> : <BankSettingsPage id={id} />;
}
