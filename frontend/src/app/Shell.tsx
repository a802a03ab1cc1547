import { CloudOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { PartPlace } from '@/components/PartPlace';
import { Spinner } from '@/components/Spinner';
import { useLayout } from '@/components/useMedia';
import { getConnection } from '@/lib/connection/backend';
import { useOffline } from '@/lib/connection/useOffline';
import { keepFocusInPage } from '@/lib/focus/regions';
import { useRestored } from '@/lib/history/snapshots';
import { commonTexts } from '@/texts/common';
import { shellTexts } from '@/texts/shell';
import { useLinkedDialog } from './Dialogs';
import { MobileTabs, MobileTopBar } from './MobileBars';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar';
import { Titlebar } from './Titlebar';
import { useFirstAccount } from './useFirstAccount';
import { useBudgetShortcuts } from './useShellShortcuts';
import { WelcomeTour } from './WelcomeTour';

/** The frame around every screen of an open budget: sidebar, titlebar, content. */
export function Shell() {
  useBudgetShortcuts();
  useFirstAccount();
  useRestoredPlace();
  useLinkedDialog();
  const layout = useLayout();
  const { pathname } = useLocation();
  const isMobile = layout === 'narrow' || layout === 'phone';
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {shellTexts.skipToContent}
      </a>
      {!isMobile && (
        <a className={styles.skip} href="#accounts">
          {shellTexts.skipToAccounts}
        </a>
      )}
      {!isMobile && <Sidebar isRail={layout === 'rail'} />}
      <div className={styles.column}>
        {isMobile ? <MobileTopBar /> : <Titlebar />}
        <OfflineStrip />
        <WelcomeTour />
        <main id="content" className={styles.main} tabIndex={-1} data-region="main">
          <PartPlace fallback={<Waiting />} address={pathname}>
            <Outlet />
          </PartPlace>
        </main>
        {isMobile && <MobileTabs />}
      </div>
    </div>
  );
}

/** Goes to the screen on which an undone or redone step was made. */
function useRestoredPlace(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      useRestored.subscribe(({ snapshot }) => {
        const here = location.pathname + location.search;
        if (snapshot && snapshot.url !== here) void navigate(snapshot.url);
      }),
    [navigate],
  );
}

function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label={commonTexts.loading}>
      <Spinner />
    </div>
  );
}

function OfflineStrip() {
  const offline = useOffline();
  const wasOffline = useRef(false);
  useEffect(() => {
    // The strip goes with its button, which may have had the focus.
    if (wasOffline.current && !offline) keepFocusInPage();
    wasOffline.current = offline;
  }, [offline]);
  if (!offline) return null;
  return (
    <div className={styles.strip} role="status">
      <CloudOff size="1.125rem" aria-hidden="true" />
      {shellTexts.connectionLost}
      <Button onPress={() => getConnection().retryNow()}>{shellTexts.retryNow}</Button>
    </div>
  );
}
