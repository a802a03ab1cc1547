/** Notices about the daily run of schedules. */
import { fetchPayees, PAYEES_KEY } from '@/domain/transactions/payees';
import type {
  FailedSchedule,
  PayeeId,
  PostedTransaction,
  ScheduleRun,
  SchedulesRan,
} from '@/generated/contract';
import { amountFormat } from '@/lib/format/amount';
import { formatDay } from '@/lib/format/dates';
import { layerPaths, SCREEN_BELOW } from '@/lib/layers/layers';
import { lists } from '@/lib/lists/lists';
import { useModals } from '@/lib/modals/modals';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { getPref } from '@/lib/prefs/prefs';
import { errorText } from '@/texts/errors';
import { failedTexts, offlineTexts, runTexts, schedulesTexts } from '@/texts/schedules';
import { router } from './router';
import { rememberToldRun, toldRun } from './toldRun';

/** Transactions named in a notice; the others are counted. */
const MOST_NAMED = 3;

/** A link to the schedules; following it dismisses the notice. */
function toSchedules(noticeId: string) {
  return {
    schedules: () => {
      dismissNotice(noticeId);
      void router.navigate(SCREEN_BELOW);
    },
  };
}

/** Tells what a run of a budget did, until its notices were dismissed or followed in this browser. */
export function tellOnce(budgetId: string, { id, run }: SchedulesRan): void {
  if (toldRun(budgetId) === id) return;
  const tells = [run.posted.length > 0 && tellPosted, run.failed.length > 0 && tellFailed];
  const due = tells.filter((tell) => tell !== false);
  let open = due.length;
  const onClose = () => {
    open -= 1;
    if (open === 0) rememberToldRun(budgetId, id);
  };
  for (const tell of due) void tell(run, onClose);
}

async function payeeNames(): Promise<(id: PayeeId | null) => string> {
  const asked = { queryKey: PAYEES_KEY, queryFn: fetchPayees };
  const payees = await lists.ensureQueryData(asked).catch(() => []);
  const names = new Map(payees.map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? '') ?? schedulesTexts.noPayee;
}

async function tellPosted({ posted }: ScheduleRun, onClose: () => void): Promise<void> {
  const payeeName = await payeeNames();
  const amounts = amountFormat(getPref('numberFormat'));
  const words = ({ name, payee, amount, date }: PostedTransaction) =>
    runTexts.one(
      name ?? payeeName(payee),
      amounts.format(amount),
      formatDay(date, getPref('dateFormat')),
    );
  notify({
    id: 'schedules-ran',
    type: 'message',
    title: runTexts.title,
    message: runTexts.posted(posted.slice(0, MOST_NAMED).map(words), posted.length),
    messageActions: toSchedules('schedules-ran'),
    sticky: true,
    onClose,
  });
}

async function tellFailed({ failed }: ScheduleRun, onClose: () => void): Promise<void> {
  const payeeName = await payeeNames();
  const words = (it: FailedSchedule) =>
    failedTexts.one(it.name ?? payeeName(it.payee), errorText(it));
  const different = [...new Set(failed.map(words))];
  notify({
    id: 'schedules-failed',
    type: 'warning',
    title: failedTexts.title,
    message: failedTexts.failed(different.slice(0, MOST_NAMED), different.length),
    messageActions: toSchedules('schedules-failed'),
    sticky: true,
    onClose,
  });
}

/** Opens the layer, unless somebody is in the middle of something: then a notice leads to it. */
export async function tellOffline(ids: readonly PayeeId[]): Promise<void> {
  const payeeName = await payeeNames();
  const payees = [...new Set(ids.map(payeeName))];
  const open = () =>
    void router.navigate(layerPaths.postsOffline, {
      state: { payees, background: router.state.location },
    });
  const isBusy = useModals.getState().stack.length > 0 || document.querySelector('[role=dialog]');
  if (!isBusy) return open();
  notify({
    id: 'schedules-offline',
    type: 'warning',
    title: offlineTexts.noticeTitle,
    message: offlineTexts.notice(payees),
    messageActions: { review: open },
    sticky: true,
  });
}
