import { notices } from '@/lib/notices/notices';

/** What the latest notice says. */
export function told(): string | undefined {
  return notices.getState().shown.at(-1)?.message;
}
