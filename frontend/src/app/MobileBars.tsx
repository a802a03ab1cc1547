import { CalendarClock, Ellipsis, Landmark, Plus, Search, Wallet } from 'lucide-react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { IconButton } from '@/components/IconButton';
import { titlebarPlace } from '@/components/TitlebarSlot';
import { pushModal } from '@/lib/modals/modals';
import { lazy } from '@/lib/parts/lazy';
import { scheduleScreens } from '@/texts/scheduleShell';
import { helpTexts, shellTexts } from '@/texts/shell';
import { BudgetMenu } from './BudgetMenu';
import styles from './MobileBars.module.css';
import { ServerMenu } from './ServerMenu';
import { SyncButton } from './SyncButton';
import { openPalette } from './shellActions';
import { HistoryButtons } from './Titlebar';

/** The top of the page below 768 px. */
export function MobileTopBar() {
  return (
    <header className={styles.top} data-region="titlebar">
      <div className={styles.budget}>
        <BudgetMenu />
      </div>
      <div className={styles.slot} ref={titlebarPlace} />
      <PaletteButton />
      <SyncButton isSmall />
      <HistoryButtons />
      <ServerMenu isSmall />
    </header>
  );
}

/** The way to the palette without its keys. */
function PaletteButton() {
  const navigate = useNavigate();
  return (
    <IconButton
      label={helpTexts.palette}
      onPress={() => openPalette((to, state) => void navigate(to, { state }))}
    >
      <Search size="1.125rem" aria-hidden="true" />
    </IconButton>
  );
}

/** The bottom of the page below 768 px: the screens, within reach of a thumb. */
export function MobileTabs() {
  const { pathname } = useLocation();
  // A new transaction belongs to the account that is being looked at.
  const account = /^\/accounts\/([^/]+)$/.exec(pathname)?.[1];
  return (
    <nav className={styles.tabs} aria-label={shellTexts.tabs} data-region="sidebar">
      <NavLink to="/budget" className={styles.tab ?? ''}>
        <Wallet size="1.25rem" aria-hidden="true" />
        {shellTexts.budget}
      </NavLink>
      <NavLink
        to="/transaction/new"
        state={account ? { account } : null}
        className={styles.tab ?? ''}
      >
        <span className={styles.plus}>
          <Plus size="1.25rem" aria-hidden="true" />
        </span>
        {shellTexts.add}
      </NavLink>
      <NavLink to="/accounts" className={styles.tab ?? ''}>
        <Landmark size="1.25rem" aria-hidden="true" />
        {shellTexts.accounts}
      </NavLink>
      <NavLink to="/schedules" className={styles.tab ?? ''}>
        <CalendarClock size="1.25rem" aria-hidden="true" />
        {scheduleScreens.schedules}
      </NavLink>
      <MoreTab />
    </nav>
  );
}

const MoreScreens = lazy(() => import('./MoreScreens'));

/** Screens that are wanted less often. */
const MORE = ['/reports', '/payees', '/rules', '/settings'];

function MoreTab() {
  const { pathname } = useLocation();
  const isInside = MORE.some((path) => pathname.startsWith(path));
  const open = () => pushModal('more-screens', (close) => <MoreScreens onClose={close} />);
  return (
    <button
      type="button"
      className={styles.tab}
      aria-current={isInside ? 'page' : undefined}
      onClick={open}
    >
      <Ellipsis size="1.25rem" aria-hidden="true" />
      {shellTexts.more}
    </button>
  );
}
