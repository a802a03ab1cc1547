import { useAnnouncement } from '@/lib/announce/announce';

/** Reads announcements aloud. A no-break space makes the same text count as a new one. */
export function LiveRegion() {
  const { text, turn } = useAnnouncement();
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true" data-testid="live">
      {text}
      {turn % 2 === 1 ? '\u00a0' : ''}
    </div>
  );
}
