import { Dialog } from '@/components/Dialog';
import type { BankProviderId } from '@/generated/contract';
import { bankHelpTexts, providerHelp } from '@/texts/bankHelp';
import { bankProviderNames } from '@/texts/bankLinking';
import styles from './BankHelpDialog.module.css';
import { ProviderSite } from './ProviderSite';

/** The providers to explain; the others can only be read from budgets of other programs. */
const EXPLAINED: readonly BankProviderId[] = ['simpleFin', 'plaid', 'enableBanking', 'goCardless'];

/** Explains which provider to choose and how to set it up. */
export function BankHelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={bankHelpTexts.title} size="large" onClose={onClose}>
      <div className={styles.help}>
        <p>{bankHelpTexts.lead}</p>
        <Points title={bankHelpTexts.which} points={bankHelpTexts.answers} />
        {EXPLAINED.map((id) => (
          <Provider key={id} id={id} />
        ))}
        <Points title={bankHelpTexts.safe} points={bankHelpTexts.safety} />
        <Points title={bankHelpTexts.hints} points={bankHelpTexts.goodToKnow} />
      </div>
    </Dialog>
  );
}

function Provider({ id }: { id: BankProviderId }) {
  const { suits, cost, steps } = providerHelp[id];
  return (
    <section>
      <h3>{bankProviderNames[id]}</h3>
      <dl>
        <dt>{bankHelpTexts.who}</dt>
        <dd>{suits}</dd>
        <dt>{bankHelpTexts.cost}</dt>
        <dd>{cost}</dd>
      </dl>
      <details>
        <summary>{bankHelpTexts.how}</summary>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <ProviderSite provider={id} />
      </details>
    </section>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
