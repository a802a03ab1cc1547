import { Component, type ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { Spinner } from '@/components/Spinner';
import { copyText } from '@/lib/clipboard/copyText';
import { fatalTexts } from '@/texts/shell';
import styles from './FatalScreen.module.css';
import { isLoadingAnew } from './missingParts';

/** The whole page when the app itself has failed: what happened and one way out. */
export function FatalScreen({ error }: { error: unknown }) {
  if (isLoadingAnew()) return <LoadingAnew />;
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // Plain elements on purpose: this must draw when everything else does not.
  return (
    <main className={styles.page}>
      <div className={styles.card} role="alert">
        <h1>{fatalTexts.title}</h1>
        <p>{fatalTexts.lead}</p>
        <details className={styles.details}>
          <summary>{fatalTexts.details}</summary>
          <pre>{details}</pre>
          <button type="button" onClick={() => void copyText(details).catch(() => {})}>
            {fatalTexts.copy}
          </button>
        </details>
        <button type="button" onClick={() => location.reload()}>
          {fatalTexts.reload}
        </button>
      </div>
    </main>
  );
}

/** Shown until the page has reloaded with the part this one lacks. */
function LoadingAnew() {
  return (
    <main className={styles.page}>
      <div role="status" aria-label={fatalTexts.loadingAnew}>
        <Spinner />
      </div>
    </main>
  );
}

export function RouteFatal() {
  return <FatalScreen error={useRouteError()} />;
}

export class FatalBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <FatalScreen error={error} />;
  }
}
