import {
  CloudBackup,
  CloudDownload,
  CloudOff,
  Download,
  Ellipsis,
  HardDrive,
  History,
  LockKeyhole,
  LockKeyholeOpen,
  Mail,
  RefreshCw,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { Skeleton } from '@/components/Skeleton';
import { Spoken } from '@/components/Spoken';
import type { BudgetFile } from '@/generated/contract';
import { exportFromMenu } from '@/lib/files/exportBudget';
import { lastOpened } from '@/lib/files/openFile';
import { pushModal } from '@/lib/modals/modals';
import { openModal } from '@/lib/modals/named';
import { useServer } from '@/lib/server/server';
import { exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';
import { shellTexts } from '@/texts/shell';
import { DeleteDialog } from './DeleteDialog';
import { downloadAndOpen } from './download';
import styles from './FileList.module.css';
import { canExport, stateHint, stateLabel } from './fileState';
import { openFileById } from './openSteps';

const STATE_ICONS = {
  'Network unavailable': CloudOff,
  'Available for download': CloudDownload,
  Local: HardDrive,
  Syncing: RefreshCw,
} as const;

function askDelete(file: BudgetFile): void {
  pushModal('delete-budget', (close) => <DeleteDialog file={file} onClose={close} />);
}

/** A budget that is only on the server has no id on this device. */
const fileKey = (file: BudgetFile) => file.id || (file.cloudFileId ?? '');

/** A budget of the server is downloaded first. */
function open({ id, state, cloudFileId, hasKey }: BudgetFile): void {
  if (state === 'remote' && cloudFileId) void downloadAndOpen({ fileId: cloudFileId, hasKey });
  else void openFileById(id);
}

type Choice = 'export' | 'backup' | 'uploads' | 'delete';

/** Runs a choice of the row menu. */
function choose(choice: Choice, file: BudgetFile): void {
  const { id, cloudFileId, name, hasKey } = file;
  if (choice === 'export') void exportFromMenu(id);
  if (choice === 'backup') openModal('load-backup', { id });
  if (choice === 'uploads' && cloudFileId) {
    openModal('earlier-uploads', { fileId: cloudFileId, name, hasKey });
  }
  if (choice === 'delete') askDelete(file);
}

/** How long letters typed one after another belong together. */
const TYPEAHEAD_MS = 700;

/** The row a key leads to; null when the key has another meaning. */
function rowForKey(key: string, row: number, files: readonly BudgetFile[]): number | null {
  const last = files.length - 1;
  if (key === 'ArrowDown') return Math.min(row + 1, last);
  if (key === 'ArrowUp') return Math.max(row - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** The budgets as a list with one tab stop: arrows and letters move, Enter opens. */
export function FileList({ files }: { files: readonly BudgetFile[] }) {
  const [current, setCurrent] = useState(0);
  const rows = useRef<(HTMLButtonElement | null)[]>([]);
  const typed = useRef({ text: '', at: 0 });

  const moveTo = (row: number) => {
    setCurrent(row);
    rows.current[row]?.focus();
  };

  const typeAhead = (letter: string, row: number, at: number) => {
    const fresh = at - typed.current.at > TYPEAHEAD_MS;
    const text = (fresh ? '' : typed.current.text) + letter.toLowerCase();
    typed.current = { text, at };
    const order = [...files.keys()].map((step) => (row + step + (fresh ? 1 : 0)) % files.length);
    const found = order.find((index) => files[index]?.name.toLowerCase().startsWith(text));
    if (found !== undefined) moveTo(found);
  };

  const onKeyDown = (event: KeyboardEvent, row: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const file = files[row];
    const target = rowForKey(event.key, row, files);
    if (target !== null) moveTo(target);
    else if (event.key === 'Delete' && file) askDelete(file);
    else if (event.key.length === 1 && event.key !== ' ' && event.key !== '?') {
      typeAhead(event.key, row, event.timeStamp);
    } else return;
    event.preventDefault();
  };

  const tabStop = Math.min(current, files.length - 1);
  return (
    <ul className={styles.list} aria-label={filesTexts.list}>
      {files.map((file, row) => (
        <FileRow
          key={fileKey(file)}
          file={file}
          isTabStop={row === tabStop}
          buttonRef={(element) => {
            rows.current[row] = element;
          }}
          onFocus={() => setCurrent(row)}
          onKeyDown={(event) => onKeyDown(event, row)}
        />
      ))}
    </ul>
  );
}

interface FileRowProps {
  file: BudgetFile;
  isTabStop: boolean;
  buttonRef: (element: HTMLButtonElement | null) => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function FileRow({ file, isTabStop, buttonRef, onFocus, onKeyDown }: FileRowProps) {
  const label = stateLabel(file.state);
  const hint = stateHint(
    file,
    useServer(({ url }) => Boolean(url)),
  );
  const isLast = file.id !== '' && lastOpened() === file.id;
  const Icon = STATE_ICONS[label as keyof typeof STATE_ICONS];
  const LockIcon = file.hasKey ? LockKeyholeOpen : LockKeyhole;
  const isSignedIn = useServer(({ url, user }) => Boolean(url && user));
  const isAtServer = isSignedIn && Boolean(file.cloudFileId);
  return (
    <li className={styles.row}>
      <button
        type="button"
        ref={buttonRef}
        className={styles.open}
        aria-description={[label, isLast && filesTexts.lastOpened, hint].filter(Boolean).join('. ')}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={() => open(file)}
      >
        <Spoken text={file.name}>
          <span className={styles.icon} data-state={file.state}>
            <Mail size="1.125rem" aria-hidden="true" />
          </span>
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
          <span className={styles.state} title={hint ?? undefined}>
            <Icon size="0.8125rem" aria-hidden="true" />
            {label}
            {isLast && <span className={styles.last}>{filesTexts.lastOpened}</span>}
            {file.encryptKeyId && !file.hasKey && (
              <span className={`${styles.last} ${styles.noKey}`}>{filesTexts.noKey}</span>
            )}
          </span>
          {file.encryptKeyId && <LockIcon size="1rem" className={styles.lock} aria-hidden="true" />}
        </Spoken>
      </button>
      <MenuTrigger>
        <IconButton label={filesTexts.options(file.name)}>
          <Ellipsis size="1.125rem" aria-hidden="true" />
        </IconButton>
        <Menu placement="bottom end" onAction={(key) => choose(key as Choice, file)}>
          {canExport(file) && (
            <MenuItem id="export" icon={<Download size="1rem" aria-hidden="true" />}>
              {shellTexts.exportBudget}
            </MenuItem>
          )}
          {file.state !== 'remote' && (
            <MenuItem id="backup" icon={<History size="1rem" aria-hidden="true" />}>
              {filesTexts.backup.open}
            </MenuItem>
          )}
          {isAtServer && (
            <MenuItem id="uploads" icon={<CloudBackup size="1rem" aria-hidden="true" />}>
              {filesTexts.uploads.open}
            </MenuItem>
          )}
          <MenuItem id="delete" look="danger" icon={<Trash2 size="1rem" aria-hidden="true" />}>
            {exact.deleteFile}
          </MenuItem>
        </Menu>
      </MenuTrigger>
    </li>
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
