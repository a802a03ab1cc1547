import { useEffect, useState } from 'react';
import { Dialog } from '@/components/Dialog';
import { CategoryPicker } from '@/components/pickers/CategoryPicker';
import type { CategoryGroup } from '@/generated/contract';
import { useLatest } from '@/lib/react/useLatest';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';

interface FindCategoryProps {
  groups: readonly CategoryGroup[];
  onChoose: (categoryId: string) => void;
  onClose: () => void;
}

/** Asks for a category by its name. */
export default function FindCategory({ groups, onChoose, onClose }: FindCategoryProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = useLatest(onChoose);
  useEffect(() => {
    if (chosen !== null) choose.current(chosen);
  }, [chosen]);
  return (
    <Dialog title={budgetTexts.findCategory} onClose={onClose}>
      <CategoryPicker
        label={budgetTexts.category}
        groups={groups}
        value={chosen}
        onChange={setChosen}
        // Leaving the field with the pointer is leaving the search.
        onCommit={(how) => how === 'blur' && setChosen(null)}
        placeholder={commonTexts.selectCategory}
        autoFocus
        startOpen
      />
    </Dialog>
  );
}
