import type { RefObject } from 'react';
import { Button } from '@/components/Button';
import { type Applying, ConditionPopover } from '@/components/conditions/ConditionPopover';
import { type Draft, FIELDS } from '@/components/conditions/conditions';
import { useLookups } from '@/domain/transactions/useTransactionData';
import { useViewStore } from '@/domain/transactions/view';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { filtersTexts } from '@/texts/filters';
import { applyDraft, applyNamed } from './apply';
import styles from './filters.module.css';
import { PRESETS, type Preset, presetConditions } from './presets';

interface FilterEditorProps {
  /** Where the editor stands. */
  anchor: RefObject<HTMLElement | null>;
  draft: Draft;
  /** The filter being edited; null for a new one. */
  replaced: string | null;
  onClose: () => void;
}

/** Builds one condition: operator, value, Apply. The backend has the last word on it. */
export function FilterEditor({ anchor, draft, replaced, onClose }: FilterEditorProps) {
  const view = useViewStore();
  const dateFormat = usePref('dateFormat');
  const lookups = useLookups();
  const { name, type } = FIELDS[draft.fieldId];
  return (
    <ConditionPopover
      anchor={anchor}
      title={filtersTexts.filterByField(name)}
      draft={draft}
      lookups={lookups}
      apply={(finished) => applyDraft(view, finished, replaced, dateFormat)}
      onClose={onClose}
      above={(run) => type === 'date' && <Presets onPick={run} replaced={replaced} />}
    />
  );
}

interface PresetsProps {
  onPick: (apply: Applying) => void;
  replaced: string | null;
}

function Presets({ onPick, replaced }: PresetsProps) {
  const view = useViewStore();
  const today = useToday();
  const pick = ({ id, name }: Preset) =>
    onPick(applyNamed(view, filtersTexts.date(name), presetConditions(id, today), replaced));
  return (
    <div role="group" aria-label={filtersTexts.ranges} className={styles.presets}>
      {PRESETS.map((preset) => (
        <Button key={preset.id} onPress={() => pick(preset)}>
          {preset.name}
        </Button>
      ))}
    </div>
  );
}
