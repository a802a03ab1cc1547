import { Plus, Scissors } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/Button';
import { ruleEditorTexts } from '@/texts/rules';
import { ActionLine } from './ActionLine';
import { type ActionRow, lineOf, linesOf, newAction, newLine, withoutLine } from './draft';
import styles from './editor.module.css';
import type { RuleEditing } from './useRuleDraft';

/** The actions of a rule: those of the whole transaction, then those of each split line. */
export function ActionsEditor({ editing }: { editing: RuleEditing }) {
  const { draft, change } = editing;
  const { actions } = draft;
  const [newest, setNewest] = useState<number | null>(null);
  const add = (row: ActionRow, before: number = actions.length) => {
    setNewest(row.key);
    change({ actions: actions.toSpliced(before, 0, row) });
  };
  const lines = linesOf(actions);
  const list = (line: number) =>
    actions.flatMap((row, at) =>
      lineOf(row) === line ? (
        <ActionLine
          key={row.key}
          row={row}
          number={at + 1}
          isNew={row.key === newest}
          ownSchedule={editing.schedule}
          error={editing.actionErrors[row.key]}
          onChange={(action) => {
            editing.forgetAction(row.key);
            change({ actions: actions.with(at, { ...row, action, mayBeEmpty: false }) });
          }}
          onRemove={() => change({ actions: actions.toSpliced(at, 1) })}
        />
      ) : (
        []
      ),
    );
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{ruleEditorTexts.actions}</legend>
      {list(0)}
      <div className={styles.buttons}>
        <AddAction onPress={() => add(newAction())} />
        <Button onPress={() => add(newLine((lines.at(-1) ?? 0) + 1))}>
          <Scissors size="1rem" aria-hidden="true" />
          {ruleEditorTexts.addLine}
        </Button>
      </div>
      {lines.map((line) => (
        <fieldset key={line} className={styles.card}>
          <legend className={styles.legend}>{ruleEditorTexts.line(line)}</legend>
          {list(line)}
          <div className={styles.buttons}>
            <AddAction onPress={() => add(newAction(line))} />
            <Button onPress={() => change({ actions: withoutLine(actions, line) })}>
              {ruleEditorTexts.removeLine(line)}
            </Button>
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}

function AddAction({ onPress }: { onPress: () => void }) {
  return (
    <Button onPress={onPress}>
      <Plus size="1rem" aria-hidden="true" />
      {ruleEditorTexts.addAction}
    </Button>
  );
}
