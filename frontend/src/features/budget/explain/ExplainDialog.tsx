import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { LoadFailed } from '@/components/LoadFailed';
import type { CellValue } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { splitCellName } from '@/lib/sheet/names';
import { useValues } from '@/lib/sheet/useCell';
import { errorText } from '@/texts/errors';
import { explainTexts } from '@/texts/explain';
import { Figure } from '../grid/Figure';
import { cents } from '../model/cells';
import { spentPlace } from '../model/spentPlace';
import { Changes } from './Changes';
import styles from './explain.module.css';
import { type Part, partsOf } from './parts';
import { type Named, type Subject, subjectOf } from './subject';
import { formulaOf, labelOf, titleOf } from './words';

interface ExplainDialogProps extends Named {
  /** The full name of the cell. */
  cell: string;
  onClose: () => void;
}

/** How a number comes about; each number it is made of can be opened in turn. */
export default function ExplainDialog({ cell, onClose, ...named }: ExplainDialogProps) {
  const [trail, setTrail] = useState<readonly string[]>([cell]);
  const shown = subjectOf(trail.at(-1) ?? cell, named);
  const before = subjectOf(trail.at(-2) ?? '', named);
  if (!shown) return null;
  return (
    <Dialog title={titleOf(shown, named.type)} onClose={onClose}>
      {before && (
        <Button look="bare" className={styles.back} onPress={() => setTrail(trail.slice(0, -1))}>
          <ChevronLeft size="1rem" aria-hidden="true" />
          {explainTexts.back(titleOf(before, named.type))}
        </Button>
      )}
      <Explanation
        key={shown.cell}
        subject={shown}
        named={named}
        isFirst={!before}
        onOpen={(next) => setTrail([...trail, next])}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface ExplanationProps {
  subject: Subject;
  named: Named;
  isFirst: boolean;
  onOpen: (cell: string) => void;
  onClose: () => void;
}

function Explanation({ subject, named, isFirst, onOpen, onClose }: ExplanationProps) {
  const { type } = named;
  const amounts = useAmountFormat();
  const { inputs, error, retry } = useInputs(subject, named);
  const names = useMemo(() => [subject.cell, ...inputs.map(({ cell }) => cell)], [subject, inputs]);
  const values = useValues(names);
  const valueAt = (cell: string) => values[names.indexOf(cell)];
  const parts = partsOf({ subject, type, inputs, valueAt });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isFirst) place.current?.focus();
  }, [isFirst]);
  return (
    <div ref={place} tabIndex={-1} className={styles.explanation}>
      <p className={styles.value}>
        <Value subject={subject} value={values[0]} />
      </p>
      <p className={styles.formula}>{formulaOf(subject, type)}</p>
      {error !== null && <LoadFailed onRetry={retry}>{errorText(error)}</LoadFailed>}
      {parts.length > 0 && (
        <Parts parts={parts} subject={subject} named={named} amounts={amounts} onOpen={onOpen} />
      )}
      {subject.kind !== 'carryover' && (
        <Changes cell={subject.cell} value={values[0]} amounts={amounts} />
      )}
      <ShowTransactions subject={subject} onClose={onClose} />
    </div>
  );
}

/** The cells that the formula reads. While it is shown, only the tree of categories changes them. */
function useInputs(subject: Subject, named: Named) {
  const [sheetName, name] = splitCellName(subject.cell);
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['categories', 'explained', subject.cell, named.type],
      queryFn: () => send('explain-cell', { sheetName, name }),
      staleTime: 0,
    },
    lists,
  );
  const { groups, type } = named;
  const inputs = useMemo(
    () =>
      (data?.inputs ?? [])
        .map((input) => subjectOf(input.name, { groups, type }))
        .filter((input) => input !== null),
    [data, groups, type],
  );
  return { inputs, error, retry: () => void refetch() };
}

function Value({ subject, value }: { subject: Subject; value: CellValue | undefined }) {
  const amounts = useAmountFormat();
  if (subject.kind === 'carryover') return value === true ? explainTexts.yes : explainTexts.no;
  return <Figure value={value === undefined ? undefined : cents(value)} amounts={amounts} />;
}

/** More parts than this leave out those that add nothing. */
const MANY = 12;

interface PartsProps {
  parts: readonly Part[];
  subject: Subject;
  named: Named;
  amounts: ReturnType<typeof useAmountFormat>;
  onOpen: (cell: string) => void;
}

function Parts({ parts, subject, named, amounts, onOpen }: PartsProps) {
  const shown = parts.length > MANY ? parts.filter(({ adds }) => adds !== 0) : parts;
  const others = parts.length - shown.length;
  return (
    <ul className={styles.parts} aria-label={explainTexts.madeOf}>
      {shown.map(({ subject: part, adds }) => (
        <li key={part.cell}>
          <button type="button" className={styles.part} onClick={() => onOpen(part.cell)}>
            <span className={styles.label}>{labelOf(part, subject, named.type)}</span>
            <Figure value={adds} amounts={amounts} />
            <ChevronRight size="1rem" aria-hidden="true" className={styles.open} />
          </button>
        </li>
      ))}
      {others > 0 && (
        <li className={styles.others}>{explainTexts.others(others, amounts.format(0))}</li>
      )}
    </ul>
  );
}

/** The way from a sum of transactions to exactly those. */
function ShowTransactions({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const navigate = useNavigate();
  const { kind, item, month } = subject;
  if (kind !== 'sum-amount' || !item) return null;
  const show = () => {
    onClose();
    void navigate('/accounts', { state: spentPlace(item, month) });
  };
  return (
    <Button look="primary" onPress={show}>
      {explainTexts.showTransactions}
    </Button>
  );
}
