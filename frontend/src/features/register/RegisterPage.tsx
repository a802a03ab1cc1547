import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { PHONE, useMedia } from '@/components/useMedia';
import { useTransactionData } from '@/domain/transactions/useTransactionData';
import { isSpecialView, ViewContext } from '@/domain/transactions/view';
import { leaveField } from '@/lib/keys/leaveField';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { registerTexts } from '@/texts/register';
import { LoadingRegister } from './LoadingRegister';
import { MobileRegister } from './mobile/MobileRegister';
import { Register } from './Register';
import styles from './RegisterPage.module.css';
import { useAddressedView } from './useAddressedView';
import { useSettledLayout } from './useSettledLayout';

/** The navigation state of the register. */
export interface RegisterState {
  /** Offers the way back in the titlebar. */
  goBack?: boolean;
}

/** The transactions of one account, or of a special view. */
export default function RegisterPage() {
  const { id: viewId = 'all' } = useParams();
  const { data, error, isReloading, retry } = useTransactionData();
  const [shown, setShown] = useState('');
  const View = useSettledLayout(useMedia(PHONE), leaveField) ? MobileRegister : Register;
  if (error && !data) {
    return (
      <div role="alert" className={styles.failed}>
        <h1 tabIndex={-1}>{registerTexts.accounts}</h1>
        <p>{errorText(error)}</p>
        <Button onPress={retry}>{commonTexts.tryAgain}</Button>
      </div>
    );
  }
  if (!data) return <LoadingRegister />;
  // Other programs of this family call it so, and addresses are kept.
  if (viewId === 'onbudget') return <Navigate to="/accounts/budgeted" replace />;
  if (!isSpecialView(viewId) && !data.account.has(viewId)) {
    // An account that just came back is in the list in a moment.
    if (isReloading) return <LoadingRegister />;
    if (shown === viewId) return <Navigate to="/accounts" replace />;
    return <UnknownAccount />;
  }
  if (shown !== viewId) setShown(viewId);
  return (
    <AddressedView key={viewId}>
      <View viewId={viewId} data={data} />
    </AddressedView>
  );
}

/** In place of the register of an account that is in no list, as by the address of another budget. */
function UnknownAccount() {
  return (
    <div role="alert" className={styles.failed}>
      <h1 tabIndex={-1}>{registerTexts.accounts}</h1>
      <p>{registerTexts.unknownAccount}</p>
      <ButtonLink to="/accounts">{registerTexts.goToAccounts}</ButtonLink>
    </div>
  );
}

/** Draws the register once the view of its address is known. */
function AddressedView({ children }: { children: React.ReactNode }) {
  const view = useAddressedView();
  return view ? <ViewContext value={view}>{children}</ViewContext> : <LoadingRegister />;
}
