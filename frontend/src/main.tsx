import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/source-sans-3';
import '@/components/tokens.css';
import '@/components/base.css';
import { App } from '@/app/App';
import { startApp } from '@/app/start';

/** In development '?fake=open' (or 'list', 'empty') runs against a backend inside the page. */
async function withDemoBackend(): Promise<void> {
  const key = 'sobre.fake';
  const mode = new URLSearchParams(location.search).get('fake') ?? sessionStorage.getItem(key);
  if (mode === null) return;
  sessionStorage.setItem(key, mode);
  const { installDemoBackend } = await import('@/testing/demoBackend');
  installDemoBackend(mode);
}

async function start(): Promise<void> {
  if (import.meta.env.DEV) await withDemoBackend();
  startApp();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
