import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { type FocusEvent, useEffect, useLayoutEffect, useState } from 'react';
import { Button } from '@/components/Button';
import { Flags } from '@/components/Flags';
import { IconButton } from '@/components/IconButton';
import { Spinner } from '@/components/Spinner';
import {
  dismissNotice,
  NOTICE_MS,
  type Notice,
  useNotices,
  VISIBLE_NOTICES,
} from '@/lib/notices/notices';
import { commonTexts } from '@/texts/common';
import { shellTexts } from '@/texts/shell';
import styles from './NoticeStack.module.css';
import { leaveNotices, rememberBefore } from './regions';

const ICONS = { message: Info, warning: TriangleAlert, error: CircleAlert, busy: null } as const;
const STATUSES: ReadonlySet<Notice['type']> = new Set(['message', 'busy']);

function useHiddenPage(): boolean {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const follow = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return hidden;
}

/**
 * Whether the focus is in the stack. A notice that goes while it has the focus takes it to
 * nowhere, without an event; the focus then returns to where it came from.
 */
function useFocusWithin(shown: readonly Notice[]) {
  const [focused, setFocused] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a notice that goes is what counts.
  useLayoutEffect(() => {
    if (!focused || document.activeElement !== document.body) return;
    setFocused(false);
    leaveNotices();
  }, [shown, focused]);
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    rememberBefore(relatedTarget);
    setFocused(true);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // When the whole window loses the focus, the element keeps it within the page.
    const stays = relatedTarget ?? document.activeElement;
    if (!currentTarget.contains(stays)) setFocused(false);
  };
  return { focused, onFocus, onBlur };
}

/** Notices at the bottom right, newest last; their timers pause while the user looks at them. */
export function NoticeStack() {
  const shown = useNotices((state) => state.shown);
  const [isHovered, setHovered] = useState(false);
  const hidden = useHiddenPage();
  const { focused, onFocus, onBlur } = useFocusWithin(shown);
  const visible = shown.slice(-VISIBLE_NOTICES);
  const more = shown.length - visible.length;
  return (
    <section
      className={styles.stack}
      aria-label={shellTexts.notifications}
      data-region="notifications"
      // Dialogs leave it usable, and a press on it closes none of them.
      data-react-aria-top-layer="true"
      tabIndex={-1}
      onPointerEnter={() => {
        setHovered(true);
        rememberBefore(document.activeElement);
      }}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {more > 0 && <p className={styles.more}>{commonTexts.more(more)}</p>}
      {visible.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} isPaused={isHovered || focused || hidden} />
      ))}
    </section>
  );
}

function NoticeCard({ notice, isPaused }: { notice: Notice; isPaused: boolean }) {
  const { id, type, title, sticky, button } = notice;
  // biome-ignore lint/correctness/useExhaustiveDependencies: replacing a notice restarts its timer.
  useEffect(() => {
    if (sticky || isPaused) return;
    const timer = setTimeout(() => dismissNotice(id), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [id, sticky, isPaused, notice]);
  // The action shows its own result, so the notice can go; sticky ones stay, and those whose button,
  // such as Undo, may be wanted after one followed a link.
  const press = (act: () => void) => () => {
    if (!sticky) {
      dismissNotice(id);
      // A dialog that the action opens gives the focus back to where it was before the notice.
      leaveNotices();
    }
    act();
  };
  const Icon = ICONS[type];
  return (
    <div
      className={`${styles.notice} ${STATUSES.has(type) ? '' : styles[type]}`}
      role={STATUSES.has(type) ? 'status' : 'alert'}
    >
      <span className={styles.icon}>
        {Icon ? <Icon size="1.125rem" aria-hidden="true" /> : <Spinner />}
      </span>
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        <p>
          <NoticeText notice={notice} press={button ? (act) => act : press} />
        </p>
      </div>
      <div className={styles.end}>
        {button && (
          <Button look="bare" className={styles.action} onPress={press(button.action)}>
            {button.title}
          </Button>
        )}
        {type !== 'busy' && (
          <IconButton label={commonTexts.dismiss} onPress={() => dismissNotice(id)}>
            <X size="1rem" aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </div>
  );
}

interface NoticeTextProps {
  notice: Notice;
  press: (act: () => void) => () => void;
}

/** The message with its links. */
function NoticeText({ notice: { message, messageActions = {} }, press }: NoticeTextProps) {
  const parts = message.split(/(\[[^\]]+\]\(#[\w-]+\))/);
  return parts.map((part) => {
    const [, text, name = ''] = /^\[(.+)\]\(#(.+)\)$/.exec(part) ?? [];
    const act = messageActions[name];
    if (!text || !act) return <Flags key={part}>{part}</Flags>;
    return (
      <Button key={part} look="link" onPress={press(act)}>
        {text}
      </Button>
    );
  });
}
