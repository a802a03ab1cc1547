import { FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { Dialog } from '@/components/Dialog';
import { Problem } from '@/components/Problem';
import { ProgressBar } from '@/components/ProgressBar';
import { Select } from '@/components/Select';
import { useMedia } from '@/components/useMedia';
import type { ReadFile } from '@/generated/contract';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { statementsTexts } from '@/texts/statements';
import { ChooseFile } from './ChooseFile';
import { StatementGrid } from './grid/StatementGrid';
import { countWords } from './model/rows';
import { ReadingOptions } from './ReadingOptions';
import { runImport } from './runImport';
import styles from './statements.module.css';
import { type StatementAt, useStatement } from './useStatement';

interface StepProps {
  title: string;
  file: File;
  accountId: string | null;
  isLast: boolean;
  onNext: () => void;
  /** Other files take the place of these. */
  onChoose: (files: readonly File[]) => void;
  /** Shows what was imported. */
  onShow: (accountId: string, ids: readonly string[]) => void;
  onClose: () => void;
}

/** One file: how it is read, its rows, and what happens to them. */
export function StatementStep(props: StepProps) {
  const { title, file, isLast, onNext, onChoose, onClose } = props;
  const at = useStatement(file, props.accountId);
  const [failure, setFailure] = useState<string | null>(null);
  const [isImporting, setImporting] = useState(false);
  const cancelled = useRef(false);
  const { read, counts, accountId, isCleared } = at;
  const start = async () => {
    if (!read.data || accountId === null) return;
    cancelled.current = false;
    setFailure(null);
    setImporting(true);
    const isCancelled = () => cancelled.current;
    const { prefs } = read.data;
    const of = { accountId, rows: at.chosen(), written: counts.written, isCleared, prefs };
    const end = await runImport(of, isCancelled, props.onShow);
    setImporting(false);
    if (end === 'done') onNext();
    else if (end !== 'cancelled') setFailure(end.problem);
  };
  const refusal = refusalOf(at);
  const cancel = () => {
    if (isImporting) cancelled.current = true;
    else onClose();
  };
  return (
    <Dialog
      title={title}
      size="import"
      isBusy={isImporting}
      isDirty
      onClose={onClose}
      footer={
        <>
          <Button onPress={cancel}>{commonTexts.cancel}</Button>
          {!isLast && !isImporting && <Button onPress={onNext}>{statementsTexts.next}</Button>}
          <Button
            look="primary"
            isBusy={isImporting}
            isDisabled={refusal !== null}
            onPress={() => void start()}
          >
            {refusal ?? statementsTexts.import(counts.written)}
          </Button>
        </>
      }
    >
      <div className={styles.page}>
        <div className={styles.settings}>
          <Top file={file} at={at} onChoose={onChoose} />
          <Options at={at} />
        </div>
        <div className={styles.preview} data-rows={at.shown.length > 0 || undefined}>
          {failure && <Problem>{failure}</Problem>}
          <Content file={file} at={at} />
        </div>
        <div className={styles.foot}>
          {isImporting && <ProgressBar label={statementsTexts.importing(counts.written)} />}
          {at.shown.length > 0 && (
            <Checkbox isSelected={isCleared} onChange={at.setCleared}>
              {statementsTexts.markCleared}
            </Checkbox>
          )}
          <span role="status" className={styles.counts}>
            {isImporting ? statementsTexts.importing(counts.written) : statusOf(at)}
          </span>
        </div>
      </div>
    </Dialog>
  );
}

/** Why nothing can be imported; null if it can. */
function refusalOf({ read, counts, accountId, isSettled }: StatementAt): string | null {
  if (!read.data || read.data.error !== undefined) return statementsTexts.nothing;
  if (accountId === null) return statementsTexts.noAccount;
  if (!isSettled || counts.isOpen) return statementsTexts.working;
  return counts.written === 0 ? statementsTexts.nothing : null;
}

function statusOf({ read, counts, accountId }: StatementAt): string {
  if (!read.data || read.data.rows.length === 0 || accountId === null) return '';
  const others = counts.written + counts.problem + counts.leftOut;
  return others === 0 && counts.there > 0 ? statementsTexts.allThere : countWords(counts);
}

interface PartProps {
  file: File;
  at: StatementAt;
  onChoose: (files: readonly File[]) => void;
}

function Top({ file, at, onChoose }: PartProps) {
  const { read, accounts, accountId, setAccount } = at;
  const open = accounts.filter(({ closed }) => !closed);
  return (
    <div className={styles.top}>
      <div className={styles.file}>
        <FileText size="1.125rem" aria-hidden="true" />
        <span title={file.name}>{file.name}</span>
        <ChooseFile label={exact.selectNewFile} onFiles={onChoose} />
      </div>
      <Select
        label={statementsTexts.account}
        options={open}
        value={accountId}
        placeholder={statementsTexts.chooseAccount}
        onChange={setAccount}
      />
      {read.data && <AccountNumber file={read.data} at={at} />}
    </div>
  );
}

/** A hint about the account that the numbers in the file belong to. */
function AccountNumber({ file, at }: { file: ReadFile; at: StatementAt }) {
  const { accounts, accountId, setAccount } = at;
  const [number] = file.accounts;
  if (number === undefined || accountId === null) return null;
  if (file.accounts.length > 1) {
    return <p className={styles.hint}>{statementsTexts.several(file.accounts.length)}</p>;
  }
  const known = accounts.find(({ id, closed }) => id === file.knownAccountId && !closed);
  if (!known) return <p className={styles.hint}>{statementsTexts.remembered(number)}</p>;
  if (known.id === accountId) {
    return <p className={styles.hint}>{statementsTexts.known(number)}</p>;
  }
  return (
    <div className={styles.number}>
      <Problem isHint>{statementsTexts.knownElsewhere(number, known.name)}</Problem>
      <Button onPress={() => setAccount(known.id)}>{statementsTexts.chooseThat(known.name)}</Button>
    </div>
  );
}

const isMostlyWrong = ({ counts, shown }: StatementAt) => counts.problem * 2 > shown.length;

/** The options are above the rows here, and need all of the little height they get. */
const NARROW = '(width < 1024px)';

/** How the file is read; open at once when reading it went wrong. */
function Options({ at }: { at: StatementAt }) {
  const { read, reading, changeReading } = at;
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isNarrow = useMedia(NARROW);
  if (!read.data || !reading) return null;
  const { error, format } = read.data;
  const isRead = format !== null && error === undefined;
  if (format !== 'csv' && !isRead) return null;
  return (
    <details
      className={styles.more}
      open={isOpen ?? (isMostlyWrong(at) || error !== undefined)}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        if (currentTarget.open && isNarrow) currentTarget.scrollIntoView({ block: 'start' });
      }}
    >
      <summary>{statementsTexts.options}</summary>
      <ReadingOptions file={read.data} reading={reading} onChange={changeReading} />
    </details>
  );
}

/** The rows, or why there are none. */
function Content({ file, at }: { file: File; at: StatementAt }) {
  const { read, reading, failure, shown, take } = at;
  if (failure && !read.data) return <Problem>{errorText(failure)}</Problem>;
  if (!read.data || !reading) {
    return (
      <div className={styles.wait}>
        <p role="status">{statementsTexts.reading(file.name)}</p>
        <ProgressBar label={statementsTexts.reading(file.name)} />
      </div>
    );
  }
  const { error } = read.data;
  return (
    <>
      {failure && <Problem>{errorText(failure)}</Problem>}
      {error !== undefined && <Problem>{`${exact.errorPrefix} ${error}`}</Problem>}
      {error === undefined && isMostlyWrong(at) && <Problem>{statementsTexts.mostlyWrong}</Problem>}
      {error === undefined && shown.length === 0 && (
        <p className={styles.wait}>{exact.noTransactionsFound}</p>
      )}
      {shown.length > 0 && <StatementGrid rows={shown} onTake={take} />}
    </>
  );
}
