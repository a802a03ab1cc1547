import { useEffect, useRef, useState } from 'react';
import type { Rule } from '@/generated/contract';
import { confirmStep } from '@/lib/history/confirmStep';
import type { RuleStart } from '@/lib/modals/named';
import { usePref } from '@/lib/prefs/prefs';
import { errorText } from '@/texts/errors';
import { ruleEditorTexts } from '@/texts/rules';
import { ADDED, CHANGED, findErrors, saveRule } from '../api';
import {
  draftOfRule,
  errorsByRow,
  type FinishedRule,
  finishRule,
  newRule,
  type RowErrors,
  type RuleDraft,
} from './draft';

const NONE: RowErrors = {};
const WRONG = '[aria-invalid="true"], input[data-invalid], [data-invalid] button';

interface Options {
  rule: Rule | null;
  /** The rule was deleted since. */
  isGone?: boolean;
  start: RuleStart;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** The rule of the editor, its errors and the way to save it. */
export function useRuleDraft({ rule, isGone = false, start, onClose, onSaved }: Options) {
  const format = usePref('dateFormat');
  const form = useRef<HTMLFormElement>(null);
  const [first] = useState(() => (rule ? draftOfRule(rule, format) : newRule(start)));
  const [draft, setDraft] = useState<RuleDraft>(first);
  const [conditionErrors, setConditionErrors] = useState<RowErrors>(NONE);
  const [actionErrors, setActionErrors] = useState<RowErrors>(NONE);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [tries]);

  const refuse = (conditions: RowErrors, actions: RowErrors, why: string | null = null) => {
    setConditionErrors(conditions);
    setActionErrors(actions);
    setFailure(why);
    setBusy(false);
    setTries((count) => count + 1);
  };
  const store = async (id: string | null, made: FinishedRule) => {
    setBusy(true);
    const isWrong = [made.conditionErrors, made.actionErrors].some(
      (errors) => Object.keys(errors).length > 0,
    );
    try {
      // One refusal names everything that is wrong.
      const saved = isWrong
        ? { error: await findErrors(made.fields) }
        : await saveRule(id, made.fields);
      if ('error' in saved) {
        const found = errorsByRow(saved.error?.conditionErrors ?? null, draft.conditions);
        const foundToo = errorsByRow(saved.error?.actionErrors ?? null, draft.actions);
        refuse({ ...found, ...made.conditionErrors }, { ...foundToo, ...made.actionErrors });
        return;
      }
      onClose();
      confirmStep(id === null ? ADDED : CHANGED);
      onSaved(saved.id);
    } catch (error) {
      refuse(NONE, NONE, errorText(error));
    }
  };
  /** Saves it under its id, or as another rule. */
  const save = (id: string | null) => {
    if (isBusy) return;
    if (draft.conditions.length === 0) refuse(NONE, NONE, ruleEditorTexts.needsCondition);
    else if (draft.actions.length === 0) refuse(NONE, NONE, ruleEditorTexts.needsAction);
    else void store(id, finishRule(draft, format));
  };
  return {
    form,
    draft,
    /** The schedule that it belongs to. */
    schedule: (!isGone && rule?.schedule) || null,
    isDirty: draft !== first,
    isBusy,
    failure,
    conditionErrors,
    actionErrors,
    change: (part: Partial<RuleDraft>) => setDraft({ ...draft, ...part }),
    forgetCondition: (key: number) => setConditionErrors(({ [key]: _, ...rest }) => rest),
    forgetAction: (key: number) => setActionErrors(({ [key]: _, ...rest }) => rest),
    save,
  };
}

export type RuleEditing = ReturnType<typeof useRuleDraft>;
