import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/source-sans-3';
import '@/components/tokens.css';
import '@/components/base.css';
import { App } from '@/app/App';
import { startApp } from '@/app/start';

async function start(): Promise<void> {
  if (import.meta.env.DEV && new URLSearchParams(location.search).has('fake')) {
    const { installDemoBackend } = await import('@/testing/demoBackend');
    installDemoBackend(new URLSearchParams(location.search).get('fake') ?? '');
  }
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
