import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ButtonLink } from '@/components/ButtonLink';
import { useServer } from '@/lib/server/server';
import { APP_NAME, exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';
import { serverTexts } from '@/texts/server';
import { Mark } from '../Brand';
import styles from './ManagerPage.module.css';

interface ManagerPageProps {
  children: ReactNode;
  /** More for the footer, between the server and the versions. */
  footer?: ReactNode;
}

/** The page of every screen without an open budget: a card under the mark, the server below. */
export function ManagerPage({ children, footer }: ManagerPageProps) {
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <div className={styles.brand}>
          <Mark size="2.25rem" />
          {APP_NAME}
        </div>
        {children}
      </main>
      <footer className={styles.footer}>
        <ServerLine />
        {footer}
        <Versions />
      </footer>
    </div>
  );
}

function ServerLine() {
  const { url } = useServer();
  const { pathname } = useLocation();
  const text = url ? exact.usingServer.replace('{url}', url) : exact.noServerConfigured;
  return (
    <span className={styles.server}>
      <span className={styles.url} title={url ?? ''}>
        {url === undefined ? '' : text}
      </span>
      {pathname !== '/config-server' && url !== undefined && (
        <ButtonLink to="/config-server">{serverTexts.change}</ButtonLink>
      )}
    </span>
  );
}

function Versions() {
  const { url, version } = useServer();
  return (
    <span>
      {filesTexts.footer(__APP_VERSION__)}
      {url && ` | ${serverTexts.version(version)}`}
    </span>
  );
}
