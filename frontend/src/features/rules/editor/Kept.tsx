import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/Button';
import { errorWords } from '@/components/conditions/errorWords';
import { useScheduleNames } from '@/domain/schedules/names';
import type { Action, Condition } from '@/generated/contract';
import { layerPaths } from '@/lib/layers/layers';
import { useOpenLayer } from '@/lib/layers/useLayer';
import { ruleEditorTexts } from '@/texts/rules';
import { Sentence } from '../grid/Sentence';
import { bareAction, conditionPhrases, type Phrase } from '../model/sentences';
import { useRuleSources } from '../model/useRuleSources';
import styles from './editor.module.css';

interface ConditionProps {
  condition: Condition;
  /** Its schedule made it. */
  isOfSchedule: boolean;
  error: string | undefined;
}

/** A condition that the editor cannot build, in words. */
export function KeptCondition({ condition, isOfSchedule, error }: ConditionProps) {
  return (
    <Kept phrases={conditionPhrases(condition, useRuleSources())} error={error}>
      {isOfSchedule && <p className={styles.hint}>{ruleEditorTexts.ofSchedule}</p>}
    </Kept>
  );
}

interface ActionProps {
  action: Action;
  /** The schedule that the rule belongs to, if the action links to it. */
  schedule: string | null;
  error: string | undefined;
}

/** The same for an action. */
export function KeptAction({ action, schedule, error }: ActionProps) {
  return (
    <Kept phrases={bareAction(action, useRuleSources())} error={error}>
      {schedule !== null && <OpenSchedule id={schedule} />}
    </Kept>
  );
}

/** The way from the rule of a schedule to the schedule, where its dates and amount are changed. */
function OpenSchedule({ id }: { id: string }) {
  const open = useOpenLayer();
  const name = useScheduleNames()?.get(id);
  return (
    <>
      <p className={styles.hint}>
        {name ? ruleEditorTexts.ofNamed(name) : ruleEditorTexts.ofSchedule}
      </p>
      <Button onPress={() => open(layerPaths.schedule(id))}>
        <CalendarClock size="1rem" aria-hidden="true" />
        {ruleEditorTexts.openSchedule}
      </Button>
    </>
  );
}

interface KeptProps {
  phrases: readonly Phrase[];
  error: string | undefined;
  /** In place of the words for what another program made. */
  children?: ReactNode;
}

function Kept({ phrases, error, children }: KeptProps) {
  return (
    <div className={styles.kept}>
      <p>
        <Sentence phrases={phrases} />
      </p>
      {children || <p className={styles.hint}>{ruleEditorTexts.kept}</p>}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {errorWords(error)}
        </p>
      )}
    </div>
  );
}
