import { TriangleAlert } from 'lucide-react';
import type { Account } from '@/generated/contract';
import { useLinkedAccounts } from '@/lib/banks/banks';
import { bankBannerTexts, explainBankProblem } from '@/texts/bankProblems';
import styles from './BankBanner.module.css';
import { ProblemActions } from './ProblemActions';

/** Above the register of a linked account that fails to sync: the reason and ways to fix it. */
export function BankBanner({ account }: { account: Account }) {
  const { data } = useLinkedAccounts();
  const linked = data?.find(({ id }) => id === account.id);
  if (!linked) return null;
  const { error, status, provider } = linked;
  return (
    <section aria-label={bankBannerTexts.region} className={styles.banner}>
      <TriangleAlert size="1.125rem" aria-hidden="true" />
      <div role="status" className={styles.words}>
        <strong>{bankBannerTexts.title(account.name)}</strong>
        <span>{explainBankProblem(error, status, provider === 'simpleFin')}</span>
        {error?.text && <span className={styles.said}>{bankBannerTexts.provider(error.text)}</span>}
      </div>
      <div className={styles.buttons}>
        <ProblemActions account={account} linked={linked} />
      </div>
    </section>
  );
}
