import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '@/components/Menu';
import { readCalendar } from '@/domain/reports/calendar';
import type { DashboardPage } from '@/generated/contract';
import { overlayClosed } from '@/lib/focus/overlays';
import { addMonths, monthOf } from '@/lib/format/dates';
import { tell } from '@/lib/notices/tell';
import { cardTitle } from '@/texts/cards';
import { commonTexts } from '@/texts/common';
import { dashboardsTexts } from '@/texts/dashboards';
import { addCard, run, useReports } from './api';
import { askNewText } from './askText';
import { focusCard } from './focusCard';
import { NEW_REPORT } from './model/addresses';
import { ADDABLE, type Addable, REPORT_SIZE } from './model/cards';
import { allTimeFrom, CROSSOVER_MONTHS } from './model/range';

interface AddCardProps {
  page: DashboardPage;
  offline: boolean;
}

const TYPES = Object.keys(ADDABLE) as Addable[];

/**
 * Without a range a crossover looks ten years back; months before the first transaction would count
 * as months without expenses.
 */
async function crossoverSettings() {
  const calendar = await readCalendar();
  const start = monthOf(calendar.earliest);
  const now = monthOf(calendar.today);
  const isShort = start > addMonths(now, -CROSSOVER_MONTHS) && start < now;
  return isShort ? { timeFrame: allTimeFrom(start, calendar) } : undefined;
}

async function addUsual(page: DashboardPage, type: Addable): Promise<string> {
  const meta = type === 'crossover-card' ? await crossoverSettings() : undefined;
  return addCard(page, { type, size: ADDABLE[type], ...(meta ? { meta } : {}) });
}

/** Adds a card with the settings that its type begins with, and takes the keyboard to it. */
export function AddCard({ page, offline }: AddCardProps) {
  const navigate = useNavigate();
  const { data: reports = [] } = useReports();
  const addReport = async ({ id, name }: { id: string; name: string }) => {
    const card = { type: 'custom-report', name, size: REPORT_SIZE, meta: { id } } as const;
    const adding = addCard(page, card);
    if (await run(adding)) focusCard(await adding);
  };
  const add = async (choice: string) => {
    await overlayClosed();
    if (choice === NEW_REPORT) return void navigate(NEW_REPORT, { state: { goBack: true } });
    if (offline) return tell(commonTexts.offline);
    const report = reports.find(({ id }) => id === choice);
    if (report) return addReport(report);
    const type = choice as Addable;
    if (type === 'markdown-card') return askNewText(page, focusCard);
    const adding = addUsual(page, type);
    if (await run(adding)) focusCard(await adding);
  };
  return (
    <MenuTrigger>
      <Button look="primary">
        <Plus size="1rem" aria-hidden="true" />
        {dashboardsTexts.addCard}
      </Button>
      <Menu placement="bottom end" onAction={(choice) => void add(String(choice))}>
        {TYPES.map((type) => (
          <MenuItem key={type} id={type}>
            {cardTitle('', type)}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem id={NEW_REPORT}>{dashboardsTexts.newReport}</MenuItem>
        {reports.map(({ id, name }) => (
          <MenuItem key={id} id={id}>
            {dashboardsTexts.reportCard(name)}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
