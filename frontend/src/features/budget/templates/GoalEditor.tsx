import { Target } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { LoadFailed } from '@/components/LoadFailed';
import type { NoteDraft } from '@/components/NoteButton';
import type { Month } from '@/generated/contract';
import { useToday } from '@/lib/prefs/useToday';
import { useNewest } from '@/lib/react/useNewest';
import { errorText } from '@/texts/errors';
import { goalsTexts } from '@/texts/goals';
import { GoalForm } from './GoalForm';
import { GoalList } from './GoalList';
import { type GoalDraft, newDraft } from './goalDraft';
import styles from './goals.module.css';
import { EXPLAINED, hasLine, withLineRemoved } from './noteLines';
import { explainTemplates } from './templatesApi';

/** The category and month of goals, and the names of income that they may be a part of. */
export interface GoalAbout {
  category: { id: string; name: string };
  month: Month;
  incomes: readonly string[];
}

interface GoalEditorProps {
  about: GoalAbout;
  draft: NoteDraft;
}

/** A goal in the form: its line, null for a new one, and what the form begins with. */
interface Editing {
  at: number | null;
  start: GoalDraft;
}

/** The goals in a note with their meaning and amounts, and the form that writes them. */
export default function GoalEditor({ about, draft }: GoalEditorProps) {
  const { text, setText } = draft;
  const [editing, setEditing] = useState<Editing | null>(null);
  const empty = newDraft(about.month, useToday());
  const add = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.editor}>
      <Goals
        {...{ about, empty, text }}
        onEdit={(at, start) => setEditing({ at, start })}
        onRemove={(at) => {
          setText(withLineRemoved(text, at));
          add.current?.focus();
        }}
      />
      <div>
        <Button
          ref={add}
          look="bare"
          className={styles.add}
          onPress={() => setEditing({ at: null, start: empty })}
        >
          <Target size="1rem" aria-hidden="true" />
          {goalsTexts.addGoal}
        </Button>
      </div>
      {editing && (
        <GoalForm
          {...editing}
          about={about}
          note={text}
          onDone={setText}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}

interface GoalsProps {
  about: GoalAbout;
  empty: GoalDraft;
  text: string;
  onEdit: (at: number, start: GoalDraft) => void;
  onRemove: (at: number) => void;
}

function Goals({ about, text, ...rest }: GoalsProps) {
  const question = hasLine(text, EXPLAINED) ? text : null;
  const newest = useNewest(question, (note) => explainTemplates(about, note));
  if (question === null || newest === null) return null;
  if ('failure' in newest) {
    return <LoadFailed onRetry={newest.retry}>{errorText(newest.failure)}</LoadFailed>;
  }
  const { lines } = newest.answer;
  if (lines.length === 0) return null;
  const isNewest = newest.question === text;
  return <GoalList explained={newest.answer} month={about.month} isNewest={isNewest} {...rest} />;
}
