import { useEffect, useRef, useState } from 'react';
import type { BankAccess, CreateWebToken, LinkPage } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { errorCode } from '@/lib/connection/callError';
import { browserTexts } from '@/texts/bankLinking';
import { LOCALE } from '@/texts/locale';
import { bankErrorText } from './bankErrorText';

export type BrowserState = 'idle' | 'waiting' | 'loading';

/** The state of a bank sign-in in another tab. */
export interface BrowserStep {
  state: BrowserState;
  /** The page to open, while the sign-in is pending. */
  page: LinkPage | null;
  /** The error of the last attempt; empty if there is nothing to show. */
  failure: string;
  begin: () => void;
  /** Completes the sign-in with the address the browser ended at. */
  giveBack: (address: string) => Promise<void>;
}

/** The text for an error: nothing if the user ended the sign-in. */
function wordsFor(error: unknown): string {
  const code = errorCode(error);
  if (code === 'cancelled' || code === 'stopped') return '';
  if (code === 'timeout') return browserTexts.timedOut;
  const isSaid = code === 'bank-failed' || code === 'internal' || code === 'unknown';
  if (!isSaid) return bankErrorText(error);
  const said = code === 'bank-failed' ? browserTexts.providerSays(bankErrorText(error)) : '';
  return [browserTexts.failed, said].filter(Boolean).join(' ');
}

/** Waits for the end of a sign-in; retries after a lost connection. */
async function waitFor(token: string): Promise<BankAccess> {
  for (;;) {
    try {
      return (await send('poll-web-token', { token })).data;
    } catch (error) {
      if (errorCode(error) !== 'network-failure') throw error;
    }
  }
}

/** Opens the tab during the press itself, because browsers block tabs opened later. */
function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return tab;
}

export function useBrowserStep(
  start: CreateWebToken,
  onDone: (access: BankAccess) => void,
): BrowserStep {
  const [state, setState] = useState<BrowserState>('idle');
  const [page, setPage] = useState<LinkPage | null>(null);
  const [failure, setFailure] = useState('');
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      // Only stops the wait; without a connection there is none to stop.
      void send('poll-web-token-stop', {}).catch(() => {});
    };
  }, []);

  const run = async () => {
    const tab = openTab();
    setState('waiting');
    setFailure('');
    try {
      const origin = { language: LOCALE.slice(0, 2), back: location.origin };
      const { data } = await send('create-web-token', { ...start, ...origin });
      if (!isHere.current) return tab?.close();
      setPage(data);
      if (tab) tab.location.href = data.url;
      const access = await waitFor(data.token);
      if (!isHere.current) return;
      setState('loading');
      onDone(access);
    } catch (error) {
      tab?.close();
      if (!isHere.current) return;
      setPage(null);
      setFailure(wordsFor(error));
      setState('idle');
    }
  };
  return {
    state,
    page,
    failure,
    begin: () => void (state === 'idle' && run()),
    giveBack: async (address) => {
      if (page) await send('bank/link-back', { token: page.token, address });
    },
  };
}
