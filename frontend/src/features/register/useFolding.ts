import { useEffect, useMemo, useState } from 'react';
import { run } from '@/domain/transactions/run';
import { useRegisterView } from '@/domain/transactions/view';
import { savePrefs, usePref } from '@/lib/prefs/prefs';
import { ALL_EXPANDED, type Folding, fold, PARTS_ONLY } from './model/folding';
import type { RegisterList } from './model/registerList';

const NONE: ReadonlySet<string> = new Set();

/**
 * Which splits are unfolded. The mode is kept in a preference; single splits that stand
 * differently are remembered while the register is open. A narrowed list shows all parts; behind a
 * figure, those that belong to it alone.
 */
export function useFolding(list: RegisterList, isNarrowed: boolean) {
  const expanded = usePref('expand-splits');
  const [except, setExcept] = useState<ReadonlySet<string>>(NONE);
  const kept = useMemo<Folding>(() => ({ expanded, except }), [expanded, except]);
  const partsOnly = useRegisterView(({ parts }) => parts);
  const folding = partsOnly ? PARTS_ONLY : isNarrowed ? ALL_EXPANDED : kept;
  useEffect(() => list.setFolding(folding), [list, folding]);
  return {
    folding,
    setFolding: (all: boolean) => {
      setExcept(NONE);
      void run(savePrefs({ 'expand-splits': all }));
    },
    foldOne: (rowId: string, open: boolean) => setExcept(fold(kept, rowId, open).except),
  };
}
