import { listen } from '@/lib/connection/backend';
import { goTo } from './goTo';

/** Says quietly what the server fetched while nobody looked. */
export function startBankNotices(): () => void {
  return listen('bank-news', (news) => {
    void import('@/lib/banks/syncBanks').then(({ tellNews }) => tellNews(news, goTo));
  });
}
