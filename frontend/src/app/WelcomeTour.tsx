import { Landmark, Receipt, Wallet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '@/components/Button';
import { send } from '@/lib/connection/backend';
import { keepFocusInPage } from '@/lib/focus/regions';
import { loadGlobalPrefs, useGlobalPref } from '@/lib/prefs/prefs';
import { texts } from './texts';
import styles from './WelcomeTour.module.css';

/** The tour comes so long after a budget was opened (spec/1 section 9). */
export const TOUR_AFTER_MS = 500;

const STEPS = [
  { to: '/accounts', icon: Landmark, text: texts.tour.account },
  { to: '/budget', icon: Wallet, text: texts.tour.budget },
  { to: '/transaction/new', icon: Receipt, text: texts.tour.purchase },
];

async function putAside(): Promise<void> {
  await send('set-tutorial-seen', {});
  await loadGlobalPrefs();
}

/**
 * The first steps with a budget, once on a device. It stands above the screen and covers nothing,
 * so that it can be followed while it is read.
 */
export function WelcomeTour() {
  const isSeen = useGlobalPref('seenTutorial');
  const [isTime, setTime] = useState(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), TOUR_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isSeen || isDone || !isTime) return null;
  const close = () => {
    setDone(true);
    requestAnimationFrame(keepFocusInPage);
    // A device that cannot remember it now is shown the tour again another day.
    putAside().catch(() => {});
  };
  return (
    <section className={styles.tour} aria-labelledby="tour-title">
      <div className={styles.words}>
        <h2 id="tour-title">{texts.tour.title}</h2>
        <p>{texts.tour.lead}</p>
      </div>
      <ol className={styles.steps}>
        {STEPS.map(({ to, icon: Icon, text }) => (
          <li key={to}>
            <Link to={to}>
              <Icon size="1.125rem" aria-hidden="true" />
              {text}
            </Link>
          </li>
        ))}
      </ol>
      <Button className={styles.done} onPress={close}>
        {texts.tour.done}
      </Button>
    </section>
  );
}
