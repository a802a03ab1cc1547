import { useState } from 'react';
import { useRestoredNotice } from '@/domain/transactions/draftNotices';
import { keptDrafts, type TransactionDraft } from '@/domain/transactions/drafts';

/**
 * The draft a form begins with: the one kept of its transaction (of a new one where `id` is null),
 * which a notice says, or else a fresh one.
 */
export function useStart(id: string | null, fresh: () => TransactionDraft): TransactionDraft {
  const [{ draft, isRestored }, setStart] = useState(() => {
    const kept = keptDrafts(id).at(-1);
    // From now on it is typed here, and all of it.
    const draft = kept && { ...kept, view: null, cell: null };
    return { draft: draft ?? fresh(), isRestored: kept !== undefined };
  });
  useRestoredNotice(draft, isRestored, () => setStart({ draft: fresh(), isRestored: false }));
  return draft;
}
