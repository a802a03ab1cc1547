import { Button } from '@/components/Button';
import { PHONE, useMedia } from '@/components/useMedia';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import styles from './BudgetPage.module.css';
import { DesktopBudget } from './DesktopBudget';
import { LoadingBudget } from './LoadingBudget';
import { MobileBudget } from './mobile/MobileBudget';
import { useBudgetData } from './useBudgetData';

/** The budget screen, by the width of the window for a desk or for a phone. */
export default function BudgetPage() {
  const { groups, notes, bounds, error, retry } = useBudgetData();
  const isMobile = useMedia(PHONE);
  if (error && !groups) {
    return (
      <div role="alert" className={styles.failed}>
        <h1 tabIndex={-1}>{budgetTexts.budget}</h1>
        <p>{errorText(error)}</p>
        <Button onPress={retry}>{commonTexts.tryAgain}</Button>
      </div>
    );
  }
  if (!groups || !bounds) return <LoadingBudget />;
  const props = { groups, notes: notes ?? {}, bounds };
  return isMobile ? <MobileBudget {...props} /> : <DesktopBudget {...props} />;
}
