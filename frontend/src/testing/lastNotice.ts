import { useNotices } from '@/lib/notices/notices';

/** The text of the latest notice. */
export function lastNotice(): string | undefined {
  return useNotices.getState().shown.at(-1)?.message;
}
