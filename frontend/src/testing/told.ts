import { useNotices } from '@/lib/notices/notices';

/** What the latest notice says. */
export function told(): string | undefined {
  return useNotices.getState().shown.at(-1)?.message;
}
