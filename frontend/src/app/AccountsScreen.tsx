import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { useLayout } from '@/components/useMedia';
import { shellTexts } from '@/texts/shell';
import { RegisterScreen } from './RegisterScreen';
import { Screen } from './Screen';

const AccountsPage = lazy(() => import('@/features/accounts/mobile/AccountsPage'));

/** /accounts is the list of the accounts on a phone and their register elsewhere. */
export function AccountsScreen() {
  const { id } = useParams();
  const layout = useLayout();
  const isMobile = layout === 'narrow' || layout === 'phone';
  if (id !== undefined || !isMobile) return <RegisterScreen />;
  return (
    <Screen title={shellTexts.accounts}>
      <Suspense>
        <AccountsPage />
      </Suspense>
    </Screen>
  );
}
