import { useLayoutEffect, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { errorText } from '@/app/texts';
import { Button } from '@/components/Button';
import { PHONE, useMedia } from '@/components/useMedia';
import { leaveField } from '@/lib/keys/leaveField';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { keepView, keptView } from './filters/keptView';
import { type GivenView, givenView } from './filters/navigation';
import { searchExpression } from './filters/search';
import { LoadingRegister } from './LoadingRegister';
import { MobileRegister } from './mobile/MobileRegister';
import { isSpecialView, openView, type ViewId } from './model/view';
import { Register } from './Register';
import styles from './RegisterPage.module.css';
import { useRegisterData } from './useRegisterData';
import { useTakenBefore } from './useTakenBefore';

/** What a navigation to the register may bring along. */
export interface RegisterState {
  /** Offers the way back in the titlebar. */
  goBack?: boolean;
}

/** The transactions of one account, or of a special view. */
export default function RegisterPage() {
  const { id: viewId = 'all' } = useParams();
  const location = useLocation();
  const { data, error, isReloading, retry } = useRegisterData();
  const View = useTakenBefore(useMedia(PHONE), leaveField) ? MobileRegister : Register;
  const given = givenView(location.state);
  if (error && !data) {
    return (
      <div role="alert" className={styles.failed}>
        <h1 tabIndex={-1}>Accounts</h1>
        <p>{errorText(error)}</p>
        <Button onPress={retry}>Try again</Button>
      </div>
    );
  }
  if (!data) return <LoadingRegister />;
  // Other programs of this family call it so, and addresses are kept.
  if (viewId === 'onbudget') return <Navigate to="/accounts/budgeted" replace />;
  if (!isSpecialView(viewId) && !data.account.has(viewId)) {
    // An account that just came back is in the list in a moment.
    if (isReloading) return <LoadingRegister />;
    return <Navigate to="/accounts" replace />;
  }
  return (
    <OpenedView key={viewId} viewId={viewId} given={given} entry={location.key}>
      <View key={viewId} viewId={viewId} data={data} />
    </OpenedView>
  );
}

interface OpenedViewProps {
  viewId: ViewId;
  given: GivenView;
  /** The entry of the browser's history. */
  entry: string;
  children: React.ReactNode;
}

/**
 * Sets the view before anything of it is drawn, so that the last one's filters never show. Coming
 * to the same one again changes what is listed and nothing else: what is typed stays.
 */
function OpenedView({ viewId, given, entry, children }: OpenedViewProps) {
  const [isOpen, setOpen] = useState(false);
  const formats = {
    numberFormat: usePref('numberFormat'),
    dateFormat: usePref('dateFormat'),
    today: useToday(),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is given comes with the entry.
  useLayoutEffect(() => {
    const { search = '', ...view } = given;
    const searchFor = { search, searchExpression: searchExpression(search, formats) };
    openView(viewId, keptView(entry) ?? { ...view, ...searchFor });
    setOpen(true);
    return keepView(entry);
  }, [viewId, entry]);
  return isOpen ? children : null;
}
