import { useState } from 'react';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Dialog } from '@/components/Dialog';
import { confirmStep } from '@/lib/history/confirmStep';
import { openModal } from '@/lib/modals/named';
import { payeesTexts } from '@/texts/payees';
import { findRenaming, mergeOf, mergePayees } from '../api';
import { run } from '../run';
import styles from './dialogs.module.css';
import { RenameBox, renamesAtFirst } from './RenameBox';
import type { Target } from './target';

interface MergeUnusedDialogProps {
  /** The payees that no transaction uses any more. */
  unused: readonly Target[];
  /** The payees that took their transactions, at least one. */
  targets: readonly [Target, ...Target[]];
  onClose: () => void;
}

/** Merges payees without transactions into one that took those over. */
export function MergeUnusedDialog({ unused, targets, onClose }: MergeUnusedDialogProps) {
  const { merge, leftover: words } = payeesTexts;
  const [targetId, setTargetId] = useState(targets[0].id);
  const [renames, setRenames] = useState(renamesAtFirst);
  const target = targets.find(({ id }) => id === targetId) ?? targets[0];
  const submit = async (editsRule: boolean) => {
    onClose();
    if (!(await run(mergePayees(target, unused, renames)))) return;
    confirmStep(mergeOf(target, unused));
    if (!editsRule) return;
    const rule = findRenaming(target, unused);
    if (await run(rule)) openModal('edit-rule', { id: await rule });
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onPress={onClose}>
            {merge.nothing}
          </Button>
          {renames && (
            <Button size="large" onPress={() => void submit(true)}>
              {merge.andEditRule}
            </Button>
          )}
          <Button look="primary" size="large" onPress={() => void submit(false)} autoFocus>
            {merge.merge}
          </Button>
        </>
      }
    >
      <p>
        {words.body(
          unused.map(({ name }) => name),
          target.name,
        )}
      </p>
      {targets.length > 1 && (
        <ChoiceGroup
          label={merge.keep}
          choices={targets.map(({ id, name }) => ({ id, name }))}
          value={targetId}
          onChange={setTargetId}
        />
      )}
      <div className={styles.rename}>
        <RenameBox into={target} others={unused} isSelected={renames} onChange={setRenames} />
      </div>
    </Dialog>
  );
}
