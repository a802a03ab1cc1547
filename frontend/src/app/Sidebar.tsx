import {
  CalendarClock,
  ChartColumn,
  ChevronRight,
  Landmark,
  ListChecks,
  PanelLeftClose,
  PanelLeftOpen,
  Pin,
  Settings,
  Users,
  Wallet,
  Wrench,
} from 'lucide-react';
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { NavLink, useLocation } from 'react-router';
import { Mark } from '@/components/Brand';
import { IconButton } from '@/components/IconButton';
import { AccountLists } from '@/features/accounts/sidebar/AccountLists';
import { notify } from '@/lib/notices/notices';
import { saveGlobalPrefs, useGlobalPref } from '@/lib/prefs/prefs';
import { useLatest } from '@/lib/react/useLatest';
import { errorText } from '@/texts/errors';
import { scheduleScreens } from '@/texts/scheduleShell';
import { shellTexts } from '@/texts/shell';
import { BudgetMenu } from './BudgetMenu';
import styles from './Sidebar.module.css';

/** The pointer rests on the rail this long before the floating sidebar opens. */
export const HOVER_OPENS_MS = 120;

/** True while the focus is put on the rail by the page itself, which opens nothing. */
let isPlacingFocus = false;

/** Focuses a button of the sidebar that `change` brings. */
function focusSidebarButton(button: 'open' | 'float', change: () => void): void {
  flushSync(change);
  isPlacingFocus = true;
  document
    .querySelector<HTMLElement>(`[data-region="sidebar"] [data-sidebar="${button}"]`)
    ?.focus();
  isPlacingFocus = false;
}

function setFloating(floatingSidebar: boolean): void {
  const save = () => {
    saveGlobalPrefs({ floatingSidebar }).catch((error: unknown) =>
      notify({ type: 'error', message: errorText(error) }),
    );
  };
  focusSidebarButton(floatingSidebar ? 'open' : 'float', save);
}

/**
 * Budget menu, screens, accounts: 240 wide, or a rail of icons that opens over the page. On a
 * wide page it is a rail when the user lets it float; it then opens by itself.
 */
export function Sidebar({ isRail }: { isRail: boolean }) {
  const isFloating = useGlobalPref('floatingSidebar');
  if (isRail) return <FloatingSidebar />;
  if (isFloating) return <FloatingSidebar opensByItself onPin={() => setFloating(false)} />;
  return <FullSidebar onFloat={() => setFloating(true)} />;
}

/** What opened it: the pointer leaves the focus alone and closes it again by leaving. */
type Opened = 'pointer' | 'keys';

interface FloatingProps {
  /** Opens when the pointer rests on the rail or the keyboard reaches it. */
  opensByItself?: boolean;
  onPin?: () => void;
}

function FloatingSidebar({ opensByItself = false, onPin }: FloatingProps) {
  const [open, setOpen] = useState<Opened | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressed = useRef(false);
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState(pathname);
  if (openedAt !== pathname) {
    // Going somewhere closes the overlay.
    setOpenedAt(pathname);
    setOpen(null);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = (focusReturns: boolean) => {
    if (focusReturns) focusSidebarButton('open', () => setOpen(null));
    else setOpen(null);
  };
  const openSoon = ({ currentTarget }: PointerEvent) => {
    timer.current = setTimeout(() => {
      setOpen(currentTarget.contains(document.activeElement) ? 'keys' : 'pointer');
    }, HOVER_OPENS_MS);
  };
  const openAtFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isArriving = !currentTarget.contains(relatedTarget);
    if (isArriving && !isPlacingFocus && !isPressed.current) setOpen('keys');
  };
  // What opened over the pressed link would take the click away from it.
  const press = (pressed: boolean) => {
    clearTimeout(timer.current);
    isPressed.current = pressed;
  };
  const byItself = opensByItself && {
    onPointerEnter: openSoon,
    onPointerLeave: () => press(false),
    onPointerDownCapture: () => press(true),
    onPointerUp: () => press(false),
    onFocus: openAtFocus,
  };
  return (
    <div className={styles.floatingPlace} data-region="sidebar">
      <div role="none" className={styles.railPlace} inert={open !== null} {...byItself}>
        <Rail onOpen={() => setOpen('keys')} />
      </div>
      {open && <FullSidebar onClose={close} opened={open} {...(onPin && { onPin })} />}
    </div>
  );
}

function Rail({ onOpen }: { onOpen: () => void }) {
  return (
    <div className={styles.rail}>
      <IconButton label={shellTexts.openSidebar} onPress={onOpen} data-sidebar="open">
        <PanelLeftOpen size="1.25rem" aria-hidden="true" />
      </IconButton>
      <nav aria-label={shellTexts.primary}>
        <NavLink to="/budget" className={styles.railLink ?? ''} aria-label={shellTexts.budget}>
          <Wallet size="1.25rem" aria-hidden="true" />
        </NavLink>
        <NavLink to="/reports" className={styles.railLink ?? ''} aria-label={shellTexts.reports}>
          <ChartColumn size="1.25rem" aria-hidden="true" />
        </NavLink>
        <NavLink
          to="/schedules"
          className={styles.railLink ?? ''}
          aria-label={scheduleScreens.schedules}
        >
          <CalendarClock size="1.25rem" aria-hidden="true" />
        </NavLink>
        <NavLink to="/payees" className={styles.railLink ?? ''} aria-label={shellTexts.payees}>
          <Users size="1.25rem" aria-hidden="true" />
        </NavLink>
        <NavLink to="/rules" className={styles.railLink ?? ''} aria-label={shellTexts.rules}>
          <ListChecks size="1.25rem" aria-hidden="true" />
        </NavLink>
        <NavLink to="/settings" className={styles.railLink ?? ''} aria-label={shellTexts.settings}>
          <Settings size="1.25rem" aria-hidden="true" />
        </NavLink>
      </nav>
      <nav aria-label={shellTexts.accounts} id="accounts" tabIndex={-1}>
        <IconButton label={shellTexts.accounts} onPress={onOpen}>
          <Landmark size="1.25rem" aria-hidden="true" />
        </IconButton>
      </nav>
    </div>
  );
}

interface FullProps {
  /** Only given while the sidebar floats; receives whether the focus was inside it. */
  onClose?: (focusReturns: boolean) => void;
  opened?: Opened;
  onPin?: () => void;
  onFloat?: () => void;
}

/** Menus and dialogs of the sidebar are drawn elsewhere in the page but belong to it. */
function belongsTo(sidebar: Element | null, element: Element | null): boolean {
  return Boolean(
    element && (sidebar?.contains(element) || element.closest('[role=menu], [role=dialog]')),
  );
}

/** Escape closes what floats, wherever the focus is; not while a menu of it takes the key. */
function useEscape(close: (() => void) | undefined): void {
  const latest = useLatest(close);
  const isActive = close !== undefined;
  useEffect(() => {
    if (!isActive) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current?.();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isActive]);
}

function FullSidebar({ onClose, opened, onPin, onFloat }: FullProps) {
  const place = useRef<HTMLDivElement>(null);
  const isFloating = onClose !== undefined;
  useEffect(() => {
    if (opened === 'keys') place.current?.querySelector('button')?.focus();
  }, [opened]);
  const hasFocus = () => belongsTo(place.current, document.activeElement);
  useEscape(onClose && (() => onClose(hasFocus())));
  const leave = () => {
    if (opened === 'pointer' && !hasFocus()) onClose?.(false);
  };
  return (
    <div
      ref={place}
      role="none"
      className={`${styles.sidebar} ${isFloating ? styles.floating : ''}`}
      data-region={isFloating ? undefined : 'sidebar'}
      onBlur={({ currentTarget, relatedTarget: next }) => {
        if (next && !belongsTo(currentTarget, next)) onClose?.(false);
      }}
      onPointerLeave={leave}
    >
      <div className={styles.top}>
        <Mark size="1.625rem" />
        <div className={styles.budget}>
          <BudgetMenu />
        </div>
        {onPin && (
          <IconButton label={shellTexts.pinSidebar} onPress={onPin}>
            <Pin size="1.125rem" aria-hidden="true" />
          </IconButton>
        )}
        {onClose && !onPin && (
          <IconButton label={shellTexts.closeSidebar} onPress={() => onClose(true)}>
            <PanelLeftClose size="1.125rem" aria-hidden="true" />
          </IconButton>
        )}
        {onFloat && (
          <IconButton label={shellTexts.floatSidebar} onPress={onFloat} data-sidebar="float">
            <PanelLeftClose size="1.125rem" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <nav className={styles.nav} aria-label={shellTexts.primary}>
        <NavLink to="/budget" className={styles.link ?? ''}>
          <Wallet size="1.125rem" aria-hidden="true" />
          {shellTexts.budget}
        </NavLink>
        <NavLink to="/reports" className={styles.link ?? ''}>
          <ChartColumn size="1.125rem" aria-hidden="true" />
          {shellTexts.reports}
        </NavLink>
        <NavLink to="/schedules" className={styles.link ?? ''}>
          <CalendarClock size="1.125rem" aria-hidden="true" />
          {scheduleScreens.schedules}
        </NavLink>
        <NavLink to="/payees" className={styles.link ?? ''}>
          <Users size="1.125rem" aria-hidden="true" />
          {shellTexts.payees}
        </NavLink>
        <NavLink to="/settings" className={styles.link ?? ''}>
          <Settings size="1.125rem" aria-hidden="true" />
          {shellTexts.settings}
        </NavLink>
        <More />
      </nav>
      <nav
        className={styles.accounts}
        aria-label={shellTexts.accounts}
        id={isFloating ? undefined : 'accounts'}
        tabIndex={-1}
      >
        <AccountLists />
      </nav>
    </div>
  );
}

const INSIDE_MORE = ['/rules', '/bank-sync', '/tools/'];

/** Screens that are wanted less often. It opens by itself when one of them is shown. */
function More() {
  const { pathname } = useLocation();
  const isInside = INSIDE_MORE.some((path) => pathname.startsWith(path));
  const [wasInside, setWasInside] = useState(isInside);
  const [isOpen, setOpen] = useState(isInside);
  if (wasInside !== isInside) {
    setWasInside(isInside);
    if (isInside) setOpen(true);
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        className={styles.more}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size="1.125rem" aria-hidden="true" />
        {shellTexts.more}
      </button>
      {isOpen && (
        <div className={styles.inside}>
          <NavLink to="/rules" className={styles.link ?? ''}>
            <ListChecks size="1.125rem" aria-hidden="true" />
            {shellTexts.rules}
          </NavLink>
          <NavLink to="/bank-sync" className={styles.link ?? ''}>
            <Landmark size="1.125rem" aria-hidden="true" />
            {shellTexts.bankSync}
          </NavLink>
          <NavLink to="/tools/fix-splits" className={styles.link ?? ''}>
            <Wrench size="1.125rem" aria-hidden="true" />
            {shellTexts.repairSplits}
          </NavLink>
        </div>
      )}
    </>
  );
}
