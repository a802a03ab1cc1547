import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/Button';
import { conditionWords } from '@/components/conditions/words';
import { Dialog } from '@/components/Dialog';
import { Problem } from '@/components/Problem';
import { SkeletonLines } from '@/components/SkeletonLines';
import type { Condition } from '@/generated/contract';
import { overlayClosed } from '@/lib/focus/overlays';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { lists } from '@/lib/lists/lists';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useToday } from '@/lib/prefs/useToday';
import { commonTexts } from '@/texts/common';
import { drillTexts } from '@/texts/drill';
import { errorText } from '@/texts/errors';
import { useLookups } from '../transactions/useTransactionData';
import type { Figure } from './figure';
import { HowSum } from './HowSum';
import { HowTerms } from './HowTerms';
import { howCalculated } from './how';
import styles from './how.module.css';
import type { Piece } from './pieces';

interface HowDialogProps {
  figure: Figure;
  /** Goes to what a figure is made of. */
  onOpen: (figure: Figure) => void;
  onClose: () => void;
}

/** A change of one of these makes another figure. */
const READ_AGAIN = {
  tables: [
    'accounts',
    'categories',
    'category_groups',
    'category_mapping',
    'payees',
    'payee_mapping',
  ],
};

/** Says how a figure is calculated, in words that are made from what it counts. */
export default function HowDialog({ figure, onOpen, onClose }: HowDialogProps) {
  const today = useToday();
  const wordsOf = usePieceWords();
  const dates = usePref('dateFormat');
  const { data: how, error } = useQuery(
    {
      queryKey: ['transactions', 'how', figure.id, figure.source, figure.pieces, today],
      queryFn: () => howCalculated(figure, today),
      meta: READ_AGAIN,
      gcTime: 0,
    },
    lists,
  );
  const open = (chosen: Figure) => {
    onClose();
    void overlayClosed().then(() => onOpen(chosen));
  };
  const { formula, terms, place } = figure;
  const action = how ? drillTexts.showTransactions : placeWords(place);
  return (
    <Dialog
      title={drillTexts.how}
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{commonTexts.close}</Button>
          {action !== null && (
            <Button look="primary" onPress={() => open(figure)}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.how}>
        <p className={styles.figure}>
          <span>{figure.name}</span> <strong data-amount>{figure.value}</strong>
        </p>
        {error && <Problem>{errorText(error)}</Problem>}
        {how === undefined && !error && <SkeletonLines lines={4} />}
        {formula !== undefined && <p>{formula}</p>}
        {terms && <HowTerms terms={terms} onOpen={open} />}
        {how === null && place !== undefined && formula === undefined && (
          <p>{isAhead(place) ? drillTexts.madeOfSchedules : drillTexts.madeOfBudget}</p>
        )}
        {how && (
          <>
            <p>{figure.isNoSum ? drillTexts.comesFromRows : drillTexts.madeOfRows}</p>
            <ul className={styles.pieces} aria-label={drillTexts.pieces}>
              {how.pieces.flatMap(oneForDates(wordsOf, dates)).map((words) => (
                <li key={words} className={styles.piece}>
                  {words}
                </li>
              ))}
            </ul>
            <HowSum how={how} wordsOf={wordsOf} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The first and the last day say more together. */
function oneForDates(wordsOf: (piece: Piece) => string, dates: DateFormat) {
  return (piece: Piece, at: number, all: readonly Piece[]): string[] => {
    const [first, last] = all.filter(({ kind }) => kind === 'dates');
    if (piece.kind !== 'dates' || !first?.condition || !last?.condition) return [wordsOf(piece)];
    const day = ({ value }: Condition) => formatDay(String(value), dates);
    return at === 0 ? [drillTexts.days(day(first.condition), day(last.condition))] : [];
  };
}

function placeWords(place: string | undefined): string | null {
  if (place === undefined) return null;
  return isAhead(place) ? drillTexts.goToSchedules : drillTexts.goToBudget;
}

const isAhead = (place: string) => place.startsWith('/schedules');

/** A piece as its chip says it. */
function usePieceWords(): (piece: Piece) => string {
  const lookups = useLookups();
  const amounts = useAmountFormat();
  const dateFormat = usePref('dateFormat');
  return ({ condition, name = '' }) => {
    if (!condition) return name;
    const { field, op, value } = conditionWords(condition, { lookups, amounts, dateFormat });
    return [field, op, value].join(' ');
  };
}
