import { Suspense } from 'react';
import { useParams } from 'react-router';
import { PartPlace } from '@/components/PartPlace';
import { viewTitle } from '@/features/register/model/titles';
import { useAccounts } from '@/lib/accounts/accounts';
import { hasBankProblem } from '@/lib/banks/status';
import { lazy } from '@/lib/parts/lazy';
import { shellTexts } from '@/texts/shell';
import styles from './RegisterScreen.module.css';
import { Screen } from './Screen';

const RegisterPage = lazy(() => import('@/features/register/RegisterPage'));
const BankPart = lazy(() => import('@/features/banks/BankPart'));

/** The register under the name of its account or view; above it, why its bank is not fetched. */
export function RegisterScreen() {
  const { id = 'all' } = useParams();
  const { data = [] } = useAccounts();
  const troubled = data.find((account) => account.id === id && hasBankProblem(account));
  return (
    <Screen title={viewTitle(id, data) || shellTexts.accounts}>
      <div className={styles.place}>
        {troubled && (
          <PartPlace>
            <BankPart part="banner" account={troubled} />
          </PartPlace>
        )}
        <Suspense>
          <RegisterPage />
        </Suspense>
      </div>
    </Screen>
  );
}
