import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { IconButton } from '@/components/IconButton';
import type { ExplainedLine, ExplainedTemplates, Month } from '@/generated/contract';
import { monthTitle } from '@/lib/format/dates';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { templatesTexts } from '@/texts/templates';
import { draftOf, type GoalDraft } from './goalDraft';
import styles from './goals.module.css';
import { useMeaning } from './useMeaning';

interface GoalListProps {
  explained: ExplainedTemplates;
  month: Month;
  /** Whether the lines are those of the text, so that they can be changed by number. */
  isNewest: boolean;
  /** What a form holds before it is filled in. */
  empty: GoalDraft;
  onEdit: (at: number, start: GoalDraft) => void;
  onRemove: (at: number) => void;
}

/** The goals of a note in words, each with its amount, and what they budget together. */
export function GoalList({ explained, month, ...rest }: GoalListProps) {
  const { lines, budget, reason } = explained;
  const amounts = useAmountFormat();
  return (
    <section aria-label={templatesTexts.goals} className={styles.goals}>
      <ul className={styles.list}>
        {lines.map((line, at) => (
          <Goal
            key={line.line ?? line.text}
            line={line}
            isCounted={isCountedAbove(lines, at)}
            {...rest}
          />
        ))}
      </ul>
      {budget !== null && (
        <p className={styles.total}>
          <span>{templatesTexts.toBudgetIn(monthTitle(month))}</span>{' '}
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

interface GoalProps extends Omit<GoalListProps, 'explained' | 'month'> {
  line: ExplainedLine;
  isCounted: boolean;
}

function Goal({ line, isCounted, isNewest, empty, onEdit, onRemove }: GoalProps) {
  const amounts = useAmountFormat();
  const { sentence, text, template, amount, problem } = line;
  const meaning = useMeaning();
  const words = sentence ? meaning(sentence) : text.trim();
  const start = template && draftOf(template, empty);
  const at = line.line;
  return (
    <li className={styles.goal} data-wrong={problem !== null || undefined}>
      {sentence ? (
        <span className={styles.meaning}>{words}</span>
      ) : (
        <code className={styles.code}>{words}</code>
      )}{' '}
      <span className={styles.amount}>
        {isCounted ? (
          <small>{templatesTexts.countedAbove}</small>
        ) : (
          amount !== null && amounts.format(amount)
        )}
      </span>
      {at !== null && (
        <span className={styles.buttons}>
          {start && (
            <IconButton
              label={templatesTexts.editThis(words)}
              onPress={() => isNewest && onEdit(at, start)}
            >
              <Pencil size="1rem" aria-hidden="true" />
            </IconButton>
          )}
          <IconButton
            label={templatesTexts.removeThis(words)}
            onPress={() => isNewest && onRemove(at)}
          >
            <Trash2 size="1rem" aria-hidden="true" />
          </IconButton>
        </span>
      )}
      {problem && (
        <span className={styles.problem}>
          <TriangleAlert size="1rem" aria-hidden="true" />
          <span>
            {problem.line !== null && <strong>{templatesTexts.lineNumber(problem.line)}: </strong>}
            {problem.reason}
          </span>
        </span>
      )}
    </li>
  );
}
