import { Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { useLayout } from '@/components/useMedia';
import { isViewGiven } from '@/features/filters/navigation';
import { lazy } from '@/lib/parts/lazy';
import { shellTexts } from '@/texts/shell';
import { RegisterScreen } from './RegisterScreen';
import { Screen } from './Screen';

const AccountsPage = lazy(() => import('@/features/accounts/mobile/AccountsPage'));

/**
 * /accounts is the list of the accounts on a phone and their register elsewhere. A link to certain
 * transactions opens the register, also on a phone.
 */
export function AccountsScreen() {
  const { id } = useParams();
  const { state } = useLocation();
  const layout = useLayout();
  const isMobile = layout === 'narrow' || layout === 'phone';
  if (id !== undefined || !isMobile) return <RegisterScreen />;
  if (isViewGiven(state)) return <Navigate to="/accounts/all" state={state} replace />;
  return (
    <Screen title={shellTexts.accounts}>
      <Suspense>
        <AccountsPage />
      </Suspense>
    </Screen>
  );
}
