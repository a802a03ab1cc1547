/** What can be done with a page of cards. */
import {
  Download,
  FilePlus2,
  FileSpreadsheet,
  RotateCcw,
  TextCursorInput,
  Trash2,
  Upload,
} from 'lucide-react';
import type { DashboardPage } from '@/generated/contract';
import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { dashboardsTexts } from '@/texts/dashboards';
import { addPage, deletePage, exportPage, renamePage, resetPage, run, savePageCsv } from '../api';
import { askImport } from '../askImport';
import { askPageName } from '../askPageName';
import { hasFigures } from '../model/cards';

export interface PageAt {
  page: DashboardPage;
  pages: readonly DashboardPage[];
  offline: boolean;
  /** Shows a page; the first one without an id. */
  open: (id?: string) => Promise<void> | void;
}

const offline = (at: PageAt) => (at.offline ? commonTexts.offline : undefined);

export const PAGE_MENU: readonly Action<PageAt>[] = [
  {
    id: 'page-add',
    label: dashboardsTexts.addPage,
    icon: FilePlus2,
    reason: offline,
    run: ({ open }) => {
      const keep = async (name: string) => open(await addPage(name));
      askPageName({ title: dashboardsTexts.addPage, name: '', keep });
    },
  },
  {
    id: 'page-rename',
    label: dashboardsTexts.renamePage,
    icon: TextCursorInput,
    reason: offline,
    run: ({ page }) => {
      const keep = (name: string) => renamePage(page, name);
      askPageName({ title: dashboardsTexts.renamePage, name: page.name, keep });
    },
  },
  {
    id: 'page-export',
    label: dashboardsTexts.exportPage,
    icon: Download,
    reason: offline,
    run: ({ page }) => void run(exportPage(page)),
  },
  {
    id: 'page-csv',
    label: dashboardsTexts.saveFigures,
    icon: FileSpreadsheet,
    reason: ({ page }) => (page.cards.some(hasFigures) ? undefined : dashboardsTexts.noFigures),
    run: ({ page }) => void run(savePageCsv(page)),
  },
  {
    id: 'page-import',
    label: dashboardsTexts.importPage,
    icon: Upload,
    reason: offline,
    run: ({ page }) => askImport(page),
  },
  {
    id: 'page-reset',
    label: dashboardsTexts.resetPage,
    icon: RotateCcw,
    reason: offline,
    run: ({ page }) => void run(resetPage(page)),
  },
  {
    id: 'page-delete',
    label: dashboardsTexts.deletePage,
    icon: Trash2,
    look: 'danger',
    reason: (at) => offline(at) ?? (at.pages.length === 1 ? dashboardsTexts.lastPage : undefined),
    // The page is left first: where a page is gone, its screen says so.
    run: ({ page, open }) => void Promise.resolve(open()).then(() => run(deletePage(page))),
  },
];
