import { useState } from 'react';
import { Button } from '@/components/Button';
import { keepFocusInPage } from '@/lib/focus/regions';
import { notify } from '@/lib/notices/notices';
import { savePrefs, useGlobalPref, usePref } from '@/lib/prefs/prefs';
import { errorText } from '@/texts/errors';
import { mobileTexts } from '@/texts/shell';
import styles from './MobileMessage.module.css';

/** Not now is for five minutes. */
const LATER_S = 5 * 60;
const COOKIE = 'hideMobileMessage';

const isPutOff = () => document.cookie.split('; ').includes(`${COOKIE}=true`);

/** What a small screen leaves out; once the tour is over, and until it is put away. */
export function MobileMessage() {
  const isHidden = usePref('hideMobileMessage');
  const isTourOver = useGlobalPref('seenTutorial');
  const [isAway, setAway] = useState(isPutOff);
  if (isHidden || isAway || !isTourOver) return null;
  const leave = () => {
    setAway(true);
    requestAnimationFrame(keepFocusInPage);
  };
  const later = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the choice is kept in a cookie.
    document.cookie = `${COOKIE}=true; max-age=${LATER_S}; path=/; samesite=strict`;
    leave();
  };
  const never = () => {
    leave();
    savePrefs({ hideMobileMessage: true }).catch((error: unknown) =>
      notify({ type: 'error', message: errorText(error) }),
    );
  };
  return (
    <aside className={styles.bar} aria-label={mobileTexts.label} data-phone-message>
      <p>{mobileTexts.lead}</p>
      <div className={styles.buttons}>
        <Button look="link" onPress={later}>
          {mobileTexts.later}
        </Button>
        <Button look="link" onPress={never}>
          {mobileTexts.never}
        </Button>
      </div>
    </aside>
  );
}
