import { Landmark, PanelLeftClose, PanelLeftOpen, Wallet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Mark } from '@/components/Brand';
import { IconButton } from '@/components/IconButton';
import { AccountLists } from './AccountLists';
import { BudgetMenu } from './BudgetMenu';
import styles from './Sidebar.module.css';
import { texts } from './texts';

/** Budget menu, screens, accounts: 240 wide, or a rail of icons that opens over the page. */
export function Sidebar({ isRail }: { isRail: boolean }) {
  const [open, setOpen] = useState(false);
  const rail = useRef<HTMLDivElement>(null);
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the overlay.
  useEffect(() => setOpen(false), [location.pathname, isRail]);
  if (!isRail) return <FullSidebar />;
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => rail.current?.querySelector('button')?.focus());
  };
  return (
    <>
      <Rail ref={rail} onOpen={() => setOpen(true)} />
      {open && <FullSidebar onClose={close} />}
    </>
  );
}

function Rail({ ref, onOpen }: { ref: React.Ref<HTMLDivElement>; onOpen: () => void }) {
  return (
    <div className={styles.rail} ref={ref} data-region="sidebar">
      <IconButton label={texts.shell.openSidebar} onPress={onOpen}>
        <PanelLeftOpen size={20} aria-hidden="true" />
      </IconButton>
      <nav aria-label={texts.shell.primary}>
        <NavLink to="/budget" className={styles.railLink ?? ''} aria-label={texts.shell.budget}>
          <Wallet size={20} aria-hidden="true" />
        </NavLink>
      </nav>
      <nav aria-label={texts.shell.accounts} id="accounts" tabIndex={-1}>
        <IconButton label={texts.shell.accounts} onPress={onOpen}>
          <Landmark size={20} aria-hidden="true" />
        </IconButton>
      </nav>
    </div>
  );
}

function FullSidebar({ onClose }: { onClose?: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const isFloating = onClose !== undefined;
  useEffect(() => {
    if (isFloating) place.current?.querySelector('button')?.focus();
  }, [isFloating]);
  return (
    <div
      ref={place}
      role="none"
      className={`${styles.sidebar} ${isFloating ? styles.floating : ''}`}
      data-region={isFloating ? undefined : 'sidebar'}
      onKeyDown={(event) => event.key === 'Escape' && onClose?.()}
      onBlur={(event) => {
        const next = event.relatedTarget;
        if (onClose && next && !event.currentTarget.contains(next)) onClose();
      }}
    >
      <div className={styles.top}>
        <Mark size={26} />
        <div className={styles.budget}>
          <BudgetMenu />
        </div>
        {onClose && (
          <IconButton label={texts.shell.closeSidebar} onPress={onClose}>
            <PanelLeftClose size={18} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <nav className={styles.nav} aria-label={texts.shell.primary}>
        <NavLink to="/budget" className={styles.link ?? ''}>
          <Wallet size={18} aria-hidden="true" />
          {texts.shell.budget}
        </NavLink>
      </nav>
      <nav
        className={styles.accounts}
        aria-label={texts.shell.accounts}
        id={isFloating ? undefined : 'accounts'}
        tabIndex={-1}
      >
        <AccountLists />
      </nav>
    </div>
  );
}
