import { Suspense } from 'react';
import { useParams } from 'react-router';
import { viewTitle } from '@/features/register/model/titles';
import { useAccounts } from '@/lib/accounts/accounts';
import { lazy } from '@/lib/parts/lazy';
import { shellTexts } from '@/texts/shell';
import { Screen } from './Screen';

const RegisterPage = lazy(() => import('@/features/register/RegisterPage'));

/** The register under the name of its account or view. */
export function RegisterScreen() {
  const { id = 'all' } = useParams();
  const { data = [] } = useAccounts();
  return (
    <Screen title={viewTitle(id, data) || shellTexts.accounts}>
      <Suspense>
        <RegisterPage />
      </Suspense>
    </Screen>
  );
}
