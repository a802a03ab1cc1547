import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { ConditionPopover } from '@/components/conditions/ConditionPopover';
import {
  type Draft,
  draftFrom,
  FIELDS,
  FILTER_FIELDS,
  type FieldId,
  newDraft,
} from '@/components/conditions/conditions';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '@/components/Menu';
import { RemovableChip } from '@/components/RemovableChip';
import { useLookups } from '@/domain/transactions/useTransactionData';
import type { ConditionsOp } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { filtersTexts } from '@/texts/filters';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import {
  canBeEdited,
  finished,
  READY,
  READY_NAMES,
  type ReadyId,
  type Stored,
  wordsOf,
} from '../model/conditions';
import styles from './settings.module.css';

interface ConditionsFieldProps {
  label: string;
  conditions: readonly Stored[];
  op: ConditionsOp;
  onChange: (conditions: readonly Stored[], op: ConditionsOp) => void;
  /** Which fields can be chosen (default all). */
  fields?: readonly FieldId[];
}

/** A condition being built; `at` is the place of the one it replaces. */
interface Editing {
  at: number | null;
  draft: Draft;
}

const HOW = [
  { id: 'and', name: words.all },
  { id: 'or', name: words.any },
] as const;

const READY_IDS = Object.keys(READY) as ReadyId[];

/** The conditions that transactions of a report meet: chips, each of which can be edited. */
export function ConditionsField(props: ConditionsFieldProps) {
  const { label, conditions, op, onChange, fields = FILTER_FIELDS } = props;
  const lookups = useLookups();
  const amounts = useAmountFormat();
  const dateFormat = usePref('dateFormat');
  const [editing, setEditing] = useState<Editing | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const put = (condition: Stored, at: number | null) => {
    const next = at === null ? [...conditions, condition] : conditions.with(at, condition);
    onChange(next, op);
  };
  const remove = (at: number, field: string) => {
    onChange(conditions.toSpliced(at, 1), op);
    button.current?.focus();
    announce(filtersTexts.filterRemoved(field));
  };
  const apply = async (draft: Draft, at: number | null) => {
    const made = await finished(draft, dateFormat);
    if (!made.ok) return made.wrong;
    put(made.condition, at);
    return null;
  };
  const choose = (id: string) => {
    if (id in READY) put(READY[id as ReadyId], null);
    else setEditing({ at: null, draft: newDraft(id as FieldId) });
  };
  // The leftover name of a saved filter filters nothing.
  const shown = conditions.flatMap((condition, at) =>
    condition.customName === undefined ? [{ condition, at }] : [],
  );
  return (
    <div role="group" aria-label={label} className={styles.group} ref={place}>
      {shown.length > 0 && (
        <div className={styles.chips}>
          {shown.map(({ condition, at }) => {
            const said = wordsOf(condition, { lookups, amounts, dateFormat });
            const text = (
              <>
                {said.field} {said.op} <em>{said.value}</em>
              </>
            );
            return (
              <span key={JSON.stringify(condition)} className={styles.chip}>
                <RemovableChip
                  removeLabel={filtersTexts.removeFilter(said.field)}
                  onRemove={() => remove(at, said.field)}
                >
                  {canBeEdited(condition) ? (
                    <button
                      type="button"
                      className={styles.chipText}
                      aria-label={filtersTexts.edit(said.field, said.op, said.value)}
                      aria-haspopup="dialog"
                      onClick={() => setEditing({ at, draft: draftFrom(condition, dateFormat) })}
                    >
                      {text}
                    </button>
                  ) : (
                    <span className={styles.chipText}>{text}</span>
                  )}
                </RemovableChip>
              </span>
            );
          })}
        </div>
      )}
      <div className={styles.actions}>
        <MenuTrigger>
          <Button ref={button}>
            <Plus size="1rem" aria-hidden="true" />
            {words.addCondition}
          </Button>
          <Menu aria-label={label} onAction={(id) => choose(String(id))}>
            {fields.map((id) => (
              <MenuItem key={id} id={id}>
                {FIELDS[id].name}
              </MenuItem>
            ))}
            {fields === FILTER_FIELDS && <MenuSeparator />}
            {fields === FILTER_FIELDS &&
              READY_IDS.map((id) => (
                <MenuItem key={id} id={id}>
                  {READY_NAMES[id]}
                </MenuItem>
              ))}
          </Menu>
        </MenuTrigger>
      </div>
      {shown.length > 1 && (
        <ChoiceGroup
          label={words.howMany}
          isLabelHidden
          look="bar"
          choices={HOW}
          value={op}
          onChange={(next) => onChange(conditions, next)}
        />
      )}
      {editing && (
        <ConditionPopover
          anchor={button}
          title={filtersTexts.filterByField(FIELDS[editing.draft.fieldId].name)}
          draft={editing.draft}
          lookups={lookups}
          apply={(draft) => apply(draft, editing.at)}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}
