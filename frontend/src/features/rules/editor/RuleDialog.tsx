import { CopyPlus } from 'lucide-react';
import { useId } from 'react';
import { askToDiscard } from '@/components/askToDiscard';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Dialog } from '@/components/Dialog';
import { Problem } from '@/components/Problem';
import { saveByKey } from '@/components/saveByKey';
import type { Rule, Stage } from '@/generated/contract';
import type { RuleStart } from '@/lib/modals/named';
import { commonTexts } from '@/texts/common';
import { ruleEditorTexts, rulesTexts } from '@/texts/rules';
import { ActionsEditor } from './ActionsEditor';
import { ConditionsEditor } from './ConditionsEditor';
import { DryRun } from './DryRun';
import styles from './editor.module.css';
import { useRuleDraft } from './useRuleDraft';

interface RuleDialogProps {
  /** Null for a new one. */
  rule: Rule | null;
  /** The rule was deleted since; what is typed can become a new one. */
  isGone?: boolean;
  /** The initial values of a new rule. */
  start: RuleStart;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** The editor of a rule: stage, conditions, actions. */
export function RuleDialog(props: RuleDialogProps) {
  const { rule, isGone = false, onClose } = props;
  const editing = useRuleDraft(props);
  const { draft, failure, isBusy, save } = editing;
  const id = useId();
  return (
    <Dialog
      title={rule ? ruleEditorTexts.title : ruleEditorTexts.newTitle}
      size="large"
      onClose={onClose}
      isBusy={isBusy}
      isDirty={editing.isDirty}
      askToLeave={askToDiscard}
      footer={
        <>
          {rule && !isGone && (
            <Button onPress={() => save(null)} isDisabled={isBusy}>
              <CopyPlus size="1rem" aria-hidden="true" />
              {commonTexts.duplicate}
            </Button>
          )}
          <Button onPress={onClose} isDisabled={isBusy}>
            {commonTexts.cancel}
          </Button>
          <Button look="primary" type="submit" form={id} isBusy={isBusy}>
            {isGone ? rulesTexts.saveAsNew : commonTexts.save}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={editing.form}
        className={styles.form}
        noValidate
        onKeyDownCapture={saveByKey}
        onKeyDown={(event) => {
          // Enter completes a field, not the rule.
          const isField = event.target instanceof HTMLInputElement;
          if (event.key === 'Enter' && isField) event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          save(isGone ? null : (rule?.id ?? null));
        }}
      >
        {isGone && <Problem>{rulesTexts.goneMeanwhile}</Problem>}
        {failure !== null && <Problem>{failure}</Problem>}
        <StageChoice stage={draft.stage} onChange={(stage) => editing.change({ stage })} />
        <ConditionsEditor editing={editing} />
        <ActionsEditor editing={editing} />
        <DryRun draft={draft} />
      </form>
    </Dialog>
  );
}

const STAGES = (['pre', 'default', 'post'] as const).map((id) => ({
  id,
  name: rulesTexts.stages[id],
}));

interface StageChoiceProps {
  stage: Stage | null;
  onChange: (stage: Stage | null) => void;
}

function StageChoice({ stage, onChange }: StageChoiceProps) {
  const value = stage ?? 'default';
  return (
    <div className={styles.stage}>
      <ChoiceGroup
        label={ruleEditorTexts.stage}
        look="bar"
        choices={STAGES}
        value={value}
        onChange={(id) => onChange(id === 'default' ? null : id)}
      />
      <p className={styles.hint}>{rulesTexts.stageHints[value]}</p>
    </div>
  );
}
