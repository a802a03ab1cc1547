import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/components/Button';
import { FormDialog } from '@/components/FormDialog';
import { Select } from '@/components/Select';
import { useSubmit } from '@/components/useSubmit';
import type { Amount, TemplateLine } from '@/generated/contract';
import { monthTitle } from '@/lib/format/dates';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useNewest } from '@/lib/react/useNewest';
import { errorText } from '@/texts/errors';
import { goalsTexts } from '@/texts/goals';
import type { GoalAbout } from './GoalEditor';
import { GoalFields, MoreFields } from './GoalFields';
import {
  FIRST_COUNT,
  faultsOf,
  type GoalDraft,
  type GoalKind,
  hasMore,
  lineOf,
  MORE_FIELDS,
  type TypedAmounts,
  usesMore,
} from './goalDraft';
import styles from './goals.module.css';
import { withLineAdded, withLineReplaced } from './noteLines';
import { optionsOf } from './optionsOf';
import { explainTemplates, renderTemplate } from './templatesApi';
import { useMeaning } from './useMeaning';

interface GoalFormProps {
  about: GoalAbout;
  note: string;
  /** The line to replace; null adds one. */
  at: number | null;
  start: GoalDraft;
  onDone: (note: string) => void;
  onClose: () => void;
}

const KINDS = optionsOf<GoalKind>(goalsTexts.kinds);

/** A goal by its kind and a few fields, with what it means and budgets below them. */
export function GoalForm({ about, note, at, start, onDone, onClose }: GoalFormProps) {
  const [draft, setDraft] = useState(start);
  const [typing, setTyping] = useState<TypedAmounts>({});
  const seen = { ...draft, ...typing };
  const line = lineOf(seen);
  const submission = useSubmit({
    isValid: line !== null,
    send: async () => {
      if (line) onDone(placed(note, at, await renderTemplate(line)).note);
      onClose();
    },
    explain: errorText,
  });
  const { isTried, forget } = submission;
  const set = (part: Partial<GoalDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    forget();
  };
  const type = (field: keyof TypedAmounts, cents: Amount | null | undefined) => {
    setTyping(({ [field]: _, ...rest }) =>
      cents === undefined ? rest : { ...rest, [field]: cents },
    );
    forget();
  };
  const fields = { draft, seen, set, type, about, faults: isTried ? faultsOf(seen) : {} };
  const action = at === null ? goalsTexts.add : goalsTexts.done;
  return (
    <FormDialog
      title={goalsTexts.goalFor(about.category.name)}
      action={action}
      submission={submission}
      onClose={onClose}
      isDirty={draft !== start}
    >
      <Select
        label={goalsTexts.kind}
        options={KINDS}
        value={draft.kind}
        onChange={(kind) => set({ kind, count: FIRST_COUNT[kind] ?? draft.count })}
        autoFocus
      />
      <GoalFields {...fields} />
      {hasMore(draft.kind) && <More key={draft.kind} {...fields} />}
      <Preview {...{ about, note, at, line }} />
    </FormDialog>
  );
}

function placed(note: string, at: number | null, line: string): { note: string; at: number } {
  return at === null ? withLineAdded(note, line) : { note: withLineReplaced(note, at, line), at };
}

function More(props: Parameters<typeof MoreFields>[0]) {
  const [wantsOpen, setOpen] = useState(() => usesMore(props.draft));
  // Errors in these fields must be visible.
  const isOpen = wantsOpen || MORE_FIELDS.some((field) => props.faults[field]);
  const id = useId();
  return (
    <div className={styles.more}>
      <Button
        look="bare"
        className={styles.moreButton}
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={() => setOpen(!isOpen)}
      >
        <ChevronDown size="1rem" aria-hidden="true" />
        {goalsTexts.moreOptions}
      </Button>
      <div id={id} hidden={!isOpen} className={styles.fields}>
        {isOpen && <MoreFields {...props} />}
      </div>
    </div>
  );
}

interface PreviewProps extends Pick<GoalFormProps, 'about' | 'note' | 'at'> {
  line: TemplateLine | null;
}

/** The meaning of the goal, and its amount beside the other goals of the note. */
function Preview({ about, note, at, line }: PreviewProps) {
  const amounts = useAmountFormat();
  const meaning = useMeaning();
  const newest = useNewest(line && JSON.stringify(line), async (question) => {
    const text = await renderTemplate(JSON.parse(question) as TemplateLine);
    const next = placed(note, at, text);
    const { lines, reason } = await explainTemplates(about, next.note);
    const found = lines.find((each) => each.line === next.at);
    return found && { ...found, reason };
  });
  if (newest && 'failure' in newest) {
    return <p className={styles.fault}>{errorText(newest.failure)}</p>;
  }
  const answer = line && newest?.answer;
  // It stands there from the start, so that screen readers hear what comes into it.
  if (!answer) return <p role="status" className={styles.preview} />;
  const { sentence, amount, problem } = answer;
  const reason = amount === null ? answer.reason : null;
  return (
    <p
      role="status"
      className={styles.preview}
      data-wrong={problem !== null || undefined}
      data-stale={newest?.question !== JSON.stringify(line) || undefined}
    >
      <span>{meaning(sentence)}</span>
      {amount !== null && (
        <strong>{goalsTexts.inMonth(amounts.format(amount), monthTitle(about.month))}</strong>
      )}
      {problem ? (
        <span className={styles.fault}>{problem.reason}</span>
      ) : (
        reason !== null && <span className={styles.reason}>{reason}</span>
      )}
    </p>
  );
}
