import { CopyPlus } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Dialog } from '@/components/Dialog';
import { Problem } from '@/components/Problem';
import type { Rule, Stage } from '@/generated/contract';
import { commonTexts } from '@/texts/common';
import { ruleEditorTexts, rulesTexts } from '@/texts/rules';
import { ActionsEditor } from './ActionsEditor';
import { ConditionsEditor } from './ConditionsEditor';
import styles from './editor.module.css';
import { useRuleDraft } from './useRuleDraft';

interface RuleDialogProps {
  /** Null for a new one. */
  rule: Rule | null;
  /** The payee that a new rule is about. */
  payeeId: string | null;
  onClose: () => void;
}

/** The editor of a rule: stage, conditions, actions. */
export function RuleDialog({ rule, payeeId, onClose }: RuleDialogProps) {
  const editing = useRuleDraft(rule, payeeId, onClose);
  const { draft, failure, isBusy, save } = editing;
  const id = useId();
  const saveIt = () => save(rule?.id ?? null);
  return (
    <Dialog
      title={rule ? ruleEditorTexts.title : ruleEditorTexts.newTitle}
      size="large"
      onClose={onClose}
      isBusy={isBusy}
      isDirty={editing.isDirty}
      footer={
        <>
          {rule && (
            <Button onPress={() => save(null)} isDisabled={isBusy}>
              <CopyPlus size="1rem" aria-hidden="true" />
              {commonTexts.duplicate}
            </Button>
          )}
          <Button onPress={onClose} isDisabled={isBusy}>
            {commonTexts.cancel}
          </Button>
          <Button look="primary" type="submit" form={id} isBusy={isBusy}>
            {commonTexts.save}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={editing.form}
        className={styles.form}
        noValidate
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          if (event.ctrlKey || event.metaKey) saveIt();
          // Enter completes a field, not the rule.
          else if (!(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          saveIt();
        }}
      >
        {failure !== null && <Problem>{failure}</Problem>}
        <StageChoice stage={draft.stage} onChange={(stage) => editing.change({ stage })} />
        <ConditionsEditor editing={editing} />
        <ActionsEditor editing={editing} />
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
