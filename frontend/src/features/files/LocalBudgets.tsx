import { Button } from '@/components/Button';
import type { BudgetFile } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { savedDateFormat } from '@/lib/prefs/prefs';
import { commonTexts } from '@/texts/common';
import { filesTexts } from '@/texts/files';
import { useFilesHere } from './api';
import { BudgetsDialog } from './BudgetsDialog';
import { isTwin, storedText } from './fileState';
import { openFileById } from './openSteps';

const { here: say } = filesTexts;

/** Opens the budgets of this device without signing in; nothing without any. */
export function LocalBudgets() {
  const { data = [] } = useFilesHere();
  if (data.length === 0) return null;
  return (
    <Button look="link" onPress={() => openLocalDialog(data)}>
      {say.open}
    </Button>
  );
}

function openLocalDialog(files: readonly BudgetFile[]): void {
  const format = savedDateFormat();
  const budgets = files.map((file) => ({
    id: file.id,
    name: file.name,
    hint: isTwin(file, files) ? storedText(file, format) : null,
    onPress: () => void openFileById(file.id),
  }));
  pushModal('local-budgets', (close) => (
    <BudgetsDialog
      title={say.title}
      lead={say.lead}
      budgets={budgets}
      leave={commonTexts.cancel}
      onClose={close}
    />
  ));
}
