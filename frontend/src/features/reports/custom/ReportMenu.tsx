import { Copy, Ellipsis, FilePlus2, LayoutDashboard, Trash2 } from 'lucide-react';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '@/components/Menu';
import { addCard, run, usePages } from '@/features/dashboards/api';
import { NEW_REPORT, reportPlace } from '@/features/dashboards/model/addresses';
import { REPORT_SIZE } from '@/features/dashboards/model/cards';
import type { SavedReport } from '@/generated/contract';
import { overlayClosed } from '@/lib/focus/overlays';
import { tell } from '@/lib/notices/tell';
import { commonTexts } from '@/texts/common';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { deleteReport } from './api';

export interface ReportAt {
  saved: SavedReport | null;
  reports: readonly SavedReport[];
  title: string;
  offline: boolean;
  saveAs: () => void;
  open: (place: string) => void;
}

/** What can be done with a report, and the way to the others. */
export function ReportMenu({ at }: { at: ReportAt }) {
  const { saved, reports, title } = at;
  const { data: pages = [] } = usePages();
  const others = reports.filter(({ id }) => id !== saved?.id);
  const perform = async (key: string) => {
    await overlayClosed();
    const [what, id = ''] = key.split(':');
    if (what === 'open') return at.open(reportPlace(id));
    if (what === 'new') return at.open(NEW_REPORT);
    if (at.offline) return tell(commonTexts.offline);
    if (what === 'save-as') return at.saveAs();
    if (!saved) return;
    const page = pages.find((each) => each.id === id);
    const meta = { id: saved.id };
    if (page) await run(addCard(page, { type: 'custom-report', size: REPORT_SIZE, meta }));
    else if (what === 'delete' && (await run(deleteReport(saved)))) at.open('/reports');
  };
  return (
    <MenuTrigger>
      <IconButton label={words.actionsFor(title)}>
        <Ellipsis size="1.125rem" aria-hidden="true" />
      </IconButton>
      <Menu placement="bottom end" onAction={(key) => void perform(String(key))}>
        {saved && (
          <MenuItem id="save-as" icon={<Copy size="1rem" aria-hidden="true" />}>
            {words.saveAs}
          </MenuItem>
        )}
        {saved &&
          pages.map(({ id, name }) => (
            <MenuItem
              key={id}
              id={`page:${id}`}
              icon={<LayoutDashboard size="1rem" aria-hidden="true" />}
            >
              {words.addToPage(name)}
            </MenuItem>
          ))}
        {saved && (
          <MenuItem id="delete" look="danger" icon={<Trash2 size="1rem" aria-hidden="true" />}>
            {words.deleteReport}
          </MenuItem>
        )}
        {saved && <MenuSeparator />}
        {saved && (
          <MenuItem id="new" icon={<FilePlus2 size="1rem" aria-hidden="true" />}>
            {words.newReport}
          </MenuItem>
        )}
        {others.map(({ id, name }) => (
          <MenuItem key={id} id={`open:${id}`}>
            {words.openReport(name)}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
