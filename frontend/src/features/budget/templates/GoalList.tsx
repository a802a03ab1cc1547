import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '@/components/IconButton';
import type { ExplainedLine, ExplainedTemplates, Month } from '@/generated/contract';
import { monthTitle } from '@/lib/format/dates';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useLatest } from '@/lib/react/useLatest';
import { goalsTexts } from '@/texts/goals';
import { draftOf, type GoalDraft } from './goalDraft';
import styles from './goals.module.css';
import { useMeaning } from './useMeaning';

interface GoalListProps {
  explained: ExplainedTemplates;
  month: Month;
  /** Whether the lines are those of the text, so that they can be changed by number. */
  isNewest: boolean;
  /** The draft of an empty form. */
  empty: GoalDraft;
  onEdit: (at: number, start: GoalDraft) => void;
  onRemove: (at: number) => void;
}

/** The goals of a note in words, each with its amount, and what they budget together. */
export function GoalList(props: GoalListProps) {
  const { explained, month } = props;
  const { lines, budget, reason } = explained;
  const amounts = useAmountFormat();
  const wishFor = useWish(props);
  return (
    <section
      aria-label={goalsTexts.goals}
      aria-busy={!props.isNewest || undefined}
      className={styles.goals}
    >
      <ul className={styles.list}>
        {lines.map((line, at) => (
          <Goal
            key={line.line ?? line.text}
            line={line}
            isCounted={isCountedAbove(lines, at)}
            canEdit={startOf(line, props.empty) !== null}
            onWish={wishFor}
          />
        ))}
      </ul>
      {budget !== null && (
        <p className={styles.total}>
          <span>{goalsTexts.toBudgetIn(monthTitle(month))}</span>{' '}
          <strong>{amounts.format(budget)}</strong>
        </p>
      )}
      {reason !== null && <p className={styles.reason}>{reason}</p>}
    </section>
  );
}

/** Several dated lines are one amount, which the first of them has. */
function isCountedAbove(lines: readonly ExplainedLine[], at: number): boolean {
  const { template, amount, problem } = lines[at] ?? {};
  if (amount !== null || problem || !template) return false;
  if (template.type !== 'by' && template.type !== 'schedule') return false;
  return lines
    .slice(0, at)
    .some((line) => line.amount !== null && line.template?.type === template.type);
}

type Deed = 'edit' | 'remove';

/** The draft for the form of a line; null if the form cannot edit it. */
function startOf({ template }: ExplainedLine, empty: GoalDraft): GoalDraft | null {
  return template && draftOf(template, empty);
}

/**
 * Edits or removes a line by its number. While the newest text is being explained its lines are not
 * known yet: what was wished then is done as soon as they are.
 */
function useWish({ explained, isNewest, empty, onEdit, onRemove }: GoalListProps) {
  const [wish, setWish] = useState<{ deed: Deed; text: string } | null>(null);
  const act = (deed: Deed, line: ExplainedLine | undefined) => {
    if (!line || line.line === null) return;
    const start = startOf(line, empty);
    if (deed === 'remove') onRemove(line.line);
    else if (start) onEdit(line.line, start);
  };
  const latest = useLatest(act);
  useEffect(() => {
    if (!wish || !isNewest) return;
    setWish(null);
    latest.current(
      wish.deed,
      explained.lines.find(({ text }) => text === wish.text),
    );
  }, [wish, isNewest, explained]);
  return (deed: Deed, line: ExplainedLine) => {
    if (isNewest) act(deed, line);
    else setWish({ deed, text: line.text });
  };
}

interface GoalProps {
  line: ExplainedLine;
  isCounted: boolean;
  canEdit: boolean;
  onWish: (deed: Deed, line: ExplainedLine) => void;
}

function Goal({ line, isCounted, canEdit, onWish }: GoalProps) {
  const amounts = useAmountFormat();
  const { sentence, text, amount, problem } = line;
  const meaning = useMeaning();
  const words = sentence ? meaning(sentence) : text.trim();
  return (
    <li className={styles.goal} data-wrong={problem !== null || undefined}>
      {sentence ? (
        <span className={styles.meaning}>{words}</span>
      ) : (
        <code className={styles.code}>{words}</code>
      )}{' '}
      <span className={styles.amount}>
        {isCounted ? (
          <small>{goalsTexts.countedAbove}</small>
        ) : (
          amount !== null && amounts.format(amount)
        )}
      </span>
      {line.line !== null && (
        <span className={styles.buttons}>
          {canEdit && (
            <IconButton label={goalsTexts.editThis(words)} onPress={() => onWish('edit', line)}>
              <Pencil size="1rem" aria-hidden="true" />
            </IconButton>
          )}
          <IconButton label={goalsTexts.removeThis(words)} onPress={() => onWish('remove', line)}>
            <Trash2 size="1rem" aria-hidden="true" />
          </IconButton>
        </span>
      )}
      {problem && (
        <span className={styles.problem}>
          <TriangleAlert size="1rem" aria-hidden="true" />
          <span>
            {problem.line !== null && <strong>{goalsTexts.lineNumber(problem.line)}: </strong>}
            {problem.reason}
          </span>
        </span>
      )}
    </li>
  );
}
