import { useNotices } from '@/lib/notices/notices';

/** The text of the latest notice. */
export function told(): string | undefined {
  return useNotices.getState().shown.at(-1)?.message;
}
