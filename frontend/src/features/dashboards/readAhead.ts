/** Reads the first page of reports while the page rests, so that it is drawn at once. */
import { figuresQuery } from '@/domain/reports/api';
import { useOpenFile } from '@/lib/files/openFile';
import { lists } from '@/lib/lists/lists';
import { wantAhead } from '@/lib/parts/ahead';
import { getToday } from '@/lib/prefs/useToday';
import { pagesQuery, reportsQuery } from './api';
import { askedOf, withFigures } from './model/cards';

/** It may take long until somebody looks at them; a budget that closes forgets them. */
const KEPT = { gcTime: Number.POSITIVE_INFINITY };

async function readPage(): Promise<void> {
  const [pages] = await Promise.all([
    lists.ensureQueryData({ ...pagesQuery, ...KEPT }),
    lists.ensureQueryData({ ...reportsQuery, ...KEPT }),
  ]);
  const [first] = pages;
  if (!first) return;
  const cards = withFigures(first.cards).map(askedOf);
  await lists.ensureQueryData({ ...figuresQuery(cards, getToday()), ...KEPT });
}

const isOpen = () => useOpenFile.getState().stage === 'open';

/** Code does not wait behind it. What cannot be read ahead is read, or told, when it is shown. */
async function readIfOpen(): Promise<void> {
  if (isOpen()) void readPage().catch(() => {});
}

/** Reads ahead in the budget that is open, and in each that opens later. */
export function startReadingAhead(): () => void {
  if (isOpen()) wantAhead(readIfOpen, true);
  return useOpenFile.subscribe(({ id }, before) => {
    if (id !== before.id) wantAhead(readIfOpen, true);
  });
}
