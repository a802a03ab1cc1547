import { CircleAlert, FilePlus2, FlaskConical, FolderInput } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/Button';
import { Spinner } from '@/components/Spinner';
import type { BudgetFile } from '@/generated/contract';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';
import { useFiles } from './api';
import { DeletedBudgets } from './DeletedBudgets';
import { FileList, FileListSkeleton } from './FileList';
import styles from './FilesPage.module.css';
import { openImportDialog } from './ImportDialog';
import { askNewBudget } from './NewBudgetDialog';
import { openDemo, openTestFile } from './openSteps';
import { useFirstBudget } from './useFirstBudget';
import { Welcome } from './Welcome';

/** The manager: the budgets of this device, and the ways to another one. */
export default function FilesPage() {
  const files = useFiles();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isEmpty = files.data?.length === 0;
  const isMakingFirst = useFirstBudget(files.isWaiting ? undefined : files.data?.length);
  return (
    <section className={styles.card} role="dialog" aria-labelledby="files-title">
      <div className={styles.head}>
        <h1 id="files-title" tabIndex={-1} ref={heading}>
          {isEmpty ? filesTexts.welcome : filesTexts.title}
        </h1>
      </div>
      {files.isPending && <FileListSkeleton />}
      {files.isError && (
        <FilesProblem message={errorText(files.error)} onRetry={() => void files.refetch()} />
      )}
      {isMakingFirst && <p role="status">{filesTexts.creatingFirst}</p>}
      {isEmpty && !isMakingFirst && <Welcome />}
      {files.data && !isEmpty && <FileList files={files.data} />}
      {files.isWaiting && (
        <p className={styles.waiting} role="status">
          <Spinner />
          {filesTexts.waiting}
        </p>
      )}
      {!isEmpty && <FileActions files={files.data ?? []} />}
      {files.data && !files.isWaiting && <DeletedBudgets />}
    </section>
  );
}

function FileActions({ files }: { files: readonly BudgetFile[] }) {
  return (
    <div className={styles.actions}>
      <Button onPress={openImportDialog} size="large">
        <FolderInput size="1rem" aria-hidden="true" />
        {exact.importFile}
      </Button>
      <Button onPress={() => void openDemo()} size="large">
        <FlaskConical size="1rem" aria-hidden="true" />
        {exact.tryDemo}
      </Button>
      {import.meta.env.DEV && (
        <Button look="link" onPress={() => void openTestFile()}>
          {exact.createTestFile}
        </Button>
      )}
      <span className={styles.spring} />
      <Button look="primary" onPress={() => askNewBudget(files)}>
        <FilePlus2 size="1rem" aria-hidden="true" />
        {exact.createNewFile}
      </Button>
    </div>
  );
}

function FilesProblem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles.problem} role="alert">
      <p className={styles.problemText}>
        <CircleAlert size="1.125rem" aria-hidden="true" />
        {filesTexts.loadFailed} {message}
      </p>
      <Button onPress={onRetry}>{commonTexts.tryAgain}</Button>
    </div>
  );
}
