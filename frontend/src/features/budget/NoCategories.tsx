import { Button } from '@/components/Button';
import { EnvelopeDrawing } from '@/components/EnvelopeDrawing';
import { budgetTexts } from '@/texts/budget';
import type { BudgetController } from './grid/BudgetController';
import type { GridModel } from './grid/gridModel';
import styles from './NoCategories.module.css';

interface NoCategoriesProps {
  model: GridModel;
  controller: BudgetController;
}

/** Above a table without envelopes: what is missing, and where to begin. */
export function NoCategories({ model, controller }: NoCategoriesProps) {
  if (model.groups.some((group) => !group.is_income)) return null;
  return (
    <div className={styles.place}>
      <EnvelopeDrawing />
      <p>{budgetTexts.noCategoriesYet}</p>
      <Button
        look="primary"
        isDisabled={model.offline}
        onPress={() => controller.add({ kind: 'group' })}
      >
        {budgetTexts.addGroup}
      </Button>
    </div>
  );
}
