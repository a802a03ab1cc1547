import { CloudOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { PartPlace } from '@/components/PartPlace';
import { Spinner } from '@/components/Spinner';
import { useLayout } from '@/components/useMedia';
import { getConnection } from '@/lib/connection/backend';
import { useOffline } from '@/lib/connection/useOffline';
import { keepFocusInPage } from '@/lib/focus/regions';
import { useRestored } from '@/lib/history/snapshots';
import { isLayer } from '@/lib/layers/layers';
import { lazy } from '@/lib/parts/lazy';
import { useGlobalPref, usePref } from '@/lib/prefs/prefs';
import { commonTexts } from '@/texts/common';
import { shellTexts } from '@/texts/shell';
import { useLinkedDialog } from './Dialogs';
import { LayerPlace } from './LayerPlace';
import { MobileTabs, MobileTopBar } from './MobileBars';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar';
import { Titlebar } from './Titlebar';
import { useFirstAccount } from './useFirstAccount';
import { AtLocation, useScreenBelow } from './useScreenBelow';
import { useBudgetShortcuts } from './useShellShortcuts';

const WelcomeTour = lazy(() => import('./WelcomeTour'));

/** The frame around every screen of an open budget: sidebar, titlebar, content. */
export function Shell() {
  useBudgetShortcuts();
  useFirstAccount();
  useRestoredPlace();
  useLinkedDialog();
  const layout = useLayout();
  const { screen, location, layer } = useScreenBelow();
  const isMobile = layout === 'narrow' || layout === 'phone';
  return (
    <>
      <AtLocation location={location}>
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
            <Tour />
            <main id="content" className={styles.main} tabIndex={-1} data-region="main">
              <PartPlace fallback={<Waiting />} address={location.pathname}>
                {screen}
              </PartPlace>
            </main>
            {isMobile && <MobileTabs />}
          </div>
        </div>
      </AtLocation>
      {layer && <LayerPlace>{layer}</LayerPlace>}
    </>
  );
}

/** The first steps, loaded only for somebody who may want them. */
function Tour() {
  const isSeen = useGlobalPref('seenTutorial');
  const isPutAside = usePref('ui.checklistDone');
  if (isSeen || isPutAside) return null;
  return (
    <PartPlace>
      <WelcomeTour />
    </PartPlace>
  );
}

/** Goes to the screen on which an undone or redone step was made. */
function useRestoredPlace(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      useRestored.subscribe(({ snapshot }) => {
        const here = location.pathname + location.search;
        // A layer has done its work, and its screen is where the person still is.
        const isElsewhere = snapshot && snapshot.url !== here && !isLayer(snapshot.url);
        if (isElsewhere) void navigate(snapshot.url);
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
