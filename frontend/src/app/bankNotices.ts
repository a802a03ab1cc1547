import { listen } from '@/lib/connection/backend';
import { goTo } from './goTo';

/** Shows a short notice about transactions that the server fetched on schedule. */
export function startBankNotices(): () => void {
  return listen('bank-news', (news) => {
    void import('@/lib/banks/syncBanks').then(({ tellNews }) => tellNews(news, goTo));
  });
}
