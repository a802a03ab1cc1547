import { ExternalLink } from 'lucide-react';
import type { BankProviderId } from '@/generated/contract';
import { bankHelpTexts, providerHelp } from '@/texts/bankHelp';
import styles from './ProviderSite.module.css';

/** A link to the website of a provider. */
export function ProviderSite({ provider }: { provider: BankProviderId }) {
  const { name, url } = providerHelp[provider].site;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={styles.site}>
      {bankHelpTexts.open(name)}
      <ExternalLink size="0.875rem" aria-hidden="true" />
    </a>
  );
}
