import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/source-sans-3';
import '@/components/tokens.css';
import '@/components/base.css';
import { App } from '@/app/App';
import { getConnection } from '@/lib/connection/backend';

async function start(): Promise<void> {
  getConnection().start();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
