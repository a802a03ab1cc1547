/** What can be done with a budget of the list. */

import { CloudBackup, Copy, Download, History, Pencil, Trash2 } from 'lucide-react';
import type { BudgetFile } from '@/generated/contract';
import type { Action } from '@/lib/actions/actions';
import { exportFromMenu } from '@/lib/files/exportBudget';
import { openModal } from '@/lib/modals/named';
import { commonTexts } from '@/texts/common';
import { filesTexts } from '@/texts/files';
import { shellTexts } from '@/texts/shell';
import { askDelete } from '../DeleteDialog';
import { duplicate } from '../duplicate';
import { isReadable } from '../fileState';
import { askName } from '../RenameDialog';

export interface FileAt {
  file: BudgetFile;
  isSignedIn: boolean;
}

type FileAction = Action<FileAt>;

const rename: FileAction = {
  id: 'rename',
  label: commonTexts.rename,
  keys: ['F2'],
  icon: Pencil,
  applies: ({ file }) => isReadable(file),
  run: ({ file }) => askName(file),
};

const copy: FileAction = {
  id: 'duplicate',
  label: commonTexts.duplicate,
  icon: Copy,
  applies: ({ file }) => isReadable(file),
  run: ({ file }) => void duplicate(file),
};

const exportZip: FileAction = {
  id: 'export',
  label: shellTexts.exportBudget,
  icon: Download,
  applies: ({ file }) => isReadable(file),
  run: ({ file }) => void exportFromMenu(file.id),
};

const loadBackup: FileAction = {
  id: 'backup',
  label: filesTexts.backup.open,
  icon: History,
  applies: ({ file }) => file.state !== 'remote',
  run: ({ file }) => openModal('load-backup', { id: file.id }),
};

const earlierUploads: FileAction = {
  id: 'uploads',
  label: filesTexts.uploads.open,
  icon: CloudBackup,
  applies: ({ file, isSignedIn }) => isSignedIn && Boolean(file.cloudFileId),
  run: ({ file: { cloudFileId, name, hasKey } }) =>
    cloudFileId && openModal('earlier-uploads', { fileId: cloudFileId, name, hasKey }),
};

const remove: FileAction = {
  id: 'delete',
  label: commonTexts.delete,
  keys: ['Delete'],
  icon: Trash2,
  look: 'danger',
  run: ({ file }) => askDelete(file),
};

export const FILE_MENU: readonly FileAction[] = [
  rename,
  copy,
  exportZip,
  loadBackup,
  earlierUploads,
  remove,
];
