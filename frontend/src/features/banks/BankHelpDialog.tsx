import { Dialog } from '@/components/Dialog';
import type { BankProviderId } from '@/generated/contract';
import { bankHelpTexts, providerHelp } from '@/texts/bankHelp';
import { bankProviderNames } from '@/texts/bankLinking';
import styles from './BankHelpDialog.module.css';
import { ProviderSite } from './ProviderSite';

const HELPS = Object.entries(providerHelp) as [
  BankProviderId,
  (typeof providerHelp)[BankProviderId],
][];

/** Explains which provider to choose and how to set it up. */
export function BankHelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={bankHelpTexts.title} size="large" onClose={onClose}>
      <div className={styles.help}>
        <p>{bankHelpTexts.lead}</p>
        <Points title={bankHelpTexts.which} points={bankHelpTexts.answers} />
        {HELPS.map(([id, help]) => (
          <section key={id}>
            <h3>{bankProviderNames[id]}</h3>
            <dl>
              <dt>{bankHelpTexts.who}</dt>
              <dd>{help.suits}</dd>
              <dt>{bankHelpTexts.cost}</dt>
              <dd>{help.cost}</dd>
            </dl>
            <details>
              <summary>{bankHelpTexts.how}</summary>
              <ol>
                {help.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              <ProviderSite provider={id} />
            </details>
          </section>
        ))}
        <Points title={bankHelpTexts.safe} points={bankHelpTexts.safety} />
        <Points title={bankHelpTexts.hints} points={bankHelpTexts.goodToKnow} />
      </div>
    </Dialog>
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
