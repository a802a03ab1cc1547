import { CircleCheck, Landmark, Receipt, Wallet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'react-router';
import { Button } from '@/components/Button';
import { useLayout } from '@/components/useMedia';
import { keepFocusInPage } from '@/lib/focus/regions';
import { savePrefs, useGlobalPref, usePref } from '@/lib/prefs/prefs';
import { tourTexts } from '@/texts/shell';
import { useFirstSteps } from './useFirstSteps';
import styles from './WelcomeTour.module.css';

/** The tour comes so long after a budget was opened. */
export const TOUR_AFTER_MS = 500;

const STEPS = [
  { id: 'account', to: '/accounts?dialog=add-account', icon: Landmark, text: tourTexts.account },
  { id: 'budget', to: '/budget', icon: Wallet, text: tourTexts.budget },
  { id: 'purchase', to: '/accounts', icon: Receipt, text: tourTexts.purchase },
] as const;

/** A phone has a form for it; wider screens add a transaction in the register. */
const PHONE_PURCHASE = '/transaction/new';

/**
 * The first steps with a budget, ticked as they are done. They belong to the budget and are hidden
 * once all are done. The list sits above the screen and covers nothing, so the user can follow it
 * while reading.
 */
export default function WelcomeTour() {
  const isSeen = useGlobalPref('seenTutorial');
  const isPutAside = usePref('ui.checklistDone');
  const done = useFirstSteps();
  const isNew = useRef<boolean>(null);
  const layout = useLayout();
  const isPhone = layout === 'narrow' || layout === 'phone';
  const { pathname } = useLocation();
  const [isTime, setTime] = useState(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), TOUR_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (done) isNew.current ??= !(done.account && done.budget && done.purchase);
  }, [done]);
  if (isSeen || isPutAside || isDone || !isTime || !done) return null;
  const isFinished = done.account && done.budget && done.purchase;
  if (isFinished && isNew.current !== true) return null;
  // The form of a transaction needs the whole of a phone.
  if (isPhone && pathname.startsWith('/transaction/')) return null;
  const close = () => {
    flushSync(() => setDone(true));
    keepFocusInPage();
    // If it cannot be saved now, the list comes back another day.
    savePrefs({ 'ui.checklistDone': true }).catch(() => {});
  };
  return (
    <section className={styles.tour} aria-labelledby="tour-title">
      <div className={styles.words}>
        <h2 id="tour-title">{tourTexts.title}</h2>
        <p>{tourTexts.lead}</p>
      </div>
      <ol className={styles.steps}>
        {STEPS.map(({ id, to, icon, text }) => {
          const Icon = done[id] ? CircleCheck : icon;
          return (
            <li key={id} data-done={done[id] || undefined}>
              <Link to={id === 'purchase' && isPhone ? PHONE_PURCHASE : to}>
                <Icon size="1.125rem" aria-hidden="true" />
                <span className={styles.text}>{text}</span>
                {done[id] && <span className={styles.ticked}>{tourTexts.ticked}</span>}
              </Link>
            </li>
          );
        })}
      </ol>
      <Button className={styles.done} onPress={close}>
        {tourTexts.done}
      </Button>
    </section>
  );
}
