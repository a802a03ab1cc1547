import {
  CloudDownload,
  CloudOff,
  Ellipsis,
  HardDrive,
  LockKeyhole,
  LockKeyholeOpen,
  type LucideIcon,
  Mail,
  RefreshCw,
} from 'lucide-react';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { Text } from 'react-aria-components/Text';
import { actionItems } from '@/components/ActionItems';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuTrigger } from '@/components/Menu';
import { Skeleton } from '@/components/Skeleton';
import type { BudgetFile, FileState } from '@/generated/contract';
import { actIn, generalLabel, runAction } from '@/lib/actions/actions';
import { lastOpened } from '@/lib/files/openFile';
import { useShortcuts } from '@/lib/keys/useShortcuts';
import { useDateFormat } from '@/lib/prefs/prefs';
import { useServer } from '@/lib/server/server';
import { filesTexts } from '@/texts/files';
import { SEPARATOR } from '@/texts/locale';
import { FILE_MENU } from './actions/file';
import { downloadAndOpen } from './download';
import styles from './FileList.module.css';
import { isTwin, stateHint, stateLabel, storedText } from './fileState';
import { openFileById } from './openSteps';

const STATE_ICONS: Record<FileState, LucideIcon> = {
  unknown: CloudOff,
  remote: CloudDownload,
  local: HardDrive,
  broken: HardDrive,
  synced: RefreshCw,
  detached: RefreshCw,
};

/** A budget that is only on the server has no id on this device. */
const fileKey = (file: BudgetFile) => file.id || (file.cloudFileId ?? '');

/** A budget of the server is downloaded first. */
function open({ id, state, cloudFileId, hasKey }: BudgetFile): void {
  if (state === 'remote' && cloudFileId) void downloadAndOpen({ fileId: cloudFileId, hasKey });
  else void openFileById(id);
}

const useIsSignedIn = () => useServer(({ url, user }) => Boolean(url && user));

/** Makes the keys of the row menu work on the row that has the focus. */
function useRowKeys(files: readonly BudgetFile[]): void {
  const isSignedIn = useIsSignedIn();
  const fileAt = (target: EventTarget | null) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[role=row]') : null;
    return files.find((file) => fileKey(file) === row?.dataset.key);
  };
  useShortcuts(
    FILE_MENU.filter(({ keys }) => keys).map((action) => ({
      id: `file-${action.id}`,
      scope: 'manager',
      keys: action.keys ?? [],
      label: generalLabel(action),
      keyOnly: true,
      run: ({ target }) => {
        const file = fileAt(target);
        return file ? runAction(action, { file, isSignedIn }) : false;
      },
    })),
  );
}

/** The budgets as a list with one tab stop: arrows and letters move, Enter opens. */
export function FileList({ files }: { files: readonly BudgetFile[] }) {
  useRowKeys(files);
  return (
    <GridList className={styles.list ?? ''} aria-label={filesTexts.list}>
      {files.map((file) => (
        <FileRow key={fileKey(file)} file={file} isTwin={isTwin(file, files)} />
      ))}
    </GridList>
  );
}

interface FileProps {
  file: BudgetFile;
  /** Another budget has the same name. */
  isTwin: boolean;
}

function FileRow({ file, isTwin }: FileProps) {
  const context = { file, isSignedIn: useIsSignedIn() };
  return (
    <GridListItem
      id={fileKey(file)}
      textValue={file.name}
      className={styles.row ?? ''}
      onAction={() => open(file)}
    >
      <FileFacts file={file} isTwin={isTwin} />
      <MenuTrigger>
        <IconButton label={filesTexts.options(file.name)}>
          <Ellipsis size="1.125rem" aria-hidden="true" />
        </IconButton>
        <Menu placement="bottom end" onAction={(id) => actIn(FILE_MENU, id, context)}>
          {actionItems(FILE_MENU, context)}
        </Menu>
      </MenuTrigger>
    </GridListItem>
  );
}

/** The name of a budget and how it is here and on the server. */
function FileFacts({ file, isTwin }: FileProps) {
  const stored = storedText(file, useDateFormat());
  const hint = stateHint(
    file,
    useServer(({ url }) => Boolean(url)),
  );
  const isLast = file.id !== '' && lastOpened() === file.id;
  const facts = [
    stateLabel(file.state),
    isTwin ? stored : null,
    isLast ? filesTexts.lastOpened : null,
  ];
  const Icon = STATE_ICONS[file.state];
  const LockIcon = file.hasKey ? LockKeyholeOpen : LockKeyhole;
  return (
    <>
      <span className={styles.icon} data-state={file.state}>
        <Mail size="1.125rem" aria-hidden="true" />
      </span>
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <Text slot="description" className={styles.state ?? ''} {...(hint ? { title: hint } : {})}>
        <Icon size="0.8125rem" aria-hidden="true" />
        {facts.filter(Boolean).join(SEPARATOR)}
        {file.encryptKeyId && !file.hasKey && (
          <>
            {SEPARATOR}
            <span className={styles.noKey}>{filesTexts.noKey}</span>
          </>
        )}
        {hint && <span className="visually-hidden">{hint}</span>}
      </Text>
      {file.encryptKeyId && <LockIcon size="1rem" className={styles.lock} aria-hidden="true" />}
    </>
  );
}

/** Three rows in the place of the list while it loads. */
export function FileListSkeleton() {
  return (
    <div className={styles.list} role="status" aria-label={filesTexts.loading}>
      {[180, 140, 160].map((width) => (
        <div key={width} className={styles.skeleton}>
          <Skeleton width={36} />
          <Skeleton width={width} />
          <Skeleton width={60} />
        </div>
      ))}
    </div>
  );
}
