import { CalendarPlus, Sparkles } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { EnvelopeDrawing } from '@/components/EnvelopeDrawing';
import { createGridStore } from '@/components/grid/gridStore';
import { ListSearch } from '@/components/grid/ListSearch';
import { ListSelection } from '@/components/grid/ListSelection';
import { ListWaiting } from '@/components/grid/ListWaiting';
import { NoMatch } from '@/components/grid/NoMatch';
import { useSelectedAmong } from '@/components/grid/selection';
import { LoadFailed } from '@/components/LoadFailed';
import { PHONE, useMedia } from '@/components/useMedia';
import { useSchedules } from '@/domain/schedules/api';
import type { Schedule } from '@/domain/schedules/schedule';
import { type TransactionData, useTransactionData } from '@/domain/transactions/useTransactionData';
import { useActions } from '@/lib/actions/useActions';
import { useOffline } from '@/lib/connection/useOffline';
import { layerPaths } from '@/lib/layers/layers';
import { useOpenLayer } from '@/lib/layers/useLayer';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { errorText } from '@/texts/errors';
import { schedulesTexts } from '@/texts/schedules';
import { SELECTED } from './actions/scheduleActions';
import { SCREEN_ACTIONS, type SchedulesScreen } from './actions/screen';
import { SchedulesController } from './grid/SchedulesController';
import { SchedulesGrid } from './grid/SchedulesGrid';
import { scheduleRows } from './model/rows';
import styles from './schedules.module.css';

/** The schedules of the open budget: to search, edit, post and delete. */
export default function SchedulesPage() {
  const { data: schedules, error, refetch } = useSchedules();
  const names = useTransactionData();
  const failure = error ?? names.error;
  const retry = () => {
    void refetch();
    names.retry();
  };
  const { data } = names;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1} className={styles.title}>
        {schedulesTexts.title}
      </h1>
      {schedules && data && <Schedules schedules={schedules} data={data} />}
      {!(schedules && data) && failure && (
        <LoadFailed onRetry={retry}>{errorText(failure)}</LoadFailed>
      )}
      {!(schedules && data) && !failure && <ListWaiting lines={6} />}
    </div>
  );
}

interface SchedulesProps {
  schedules: readonly Schedule[];
  data: TransactionData;
}

function Schedules({ schedules, data }: SchedulesProps) {
  const [text, setText] = useState('');
  const [withCompleted, setWithCompleted] = useState(false);
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  const rows = useMemo(
    () => scheduleRows(schedules, { data, amounts, dates }, { text, withCompleted }),
    [schedules, data, amounts, dates, text, withCompleted],
  );
  const grid = useSchedulesGrid();
  const search = useRef<HTMLInputElement>(null);
  const open = useOpenLayer();
  const screen: SchedulesScreen = {
    search,
    create: () => open(layerPaths.newSchedule),
    find: () => open(layerPaths.discover),
    isShowingCompleted: withCompleted,
    toggleCompleted: () => setWithCompleted((is) => !is),
  };
  useActions('screen', SCREEN_ACTIONS, screen);
  useSelectedAmong(grid.selection, rows);
  const hasCompleted = schedules.some(({ completed }) => completed);
  return (
    <>
      <div className={styles.tools}>
        <ListSearch
          label={schedulesTexts.filter}
          clearLabel={schedulesTexts.clearFilter}
          value={text}
          onChange={setText}
          grid={grid}
          input={search}
        />
        <span className={styles.count}>
          {schedules.length > 0 && schedulesTexts.count(rows.length, schedules.length)}
        </span>
        {schedules.length > 0 && <Buttons screen={screen} />}
      </div>
      <SchedulesGrid
        rows={rows}
        grid={grid}
        empty={
          schedules.length === 0 ? (
            <NoSchedules screen={screen} />
          ) : (
            <NoMatch>
              {text.trim() === '' ? schedulesTexts.allCompleted : schedulesTexts.noMatch}
            </NoMatch>
          )
        }
      />
      {hasCompleted && (
        <div className={styles.foot}>
          <Button look="bare" onPress={screen.toggleCompleted}>
            {withCompleted ? schedulesTexts.hideCompleted : schedulesTexts.showCompleted}
          </Button>
        </div>
      )}
      <ListSelection grid={grid} actions={SELECTED} at={grid.at({ rowId: '', column: 'select' })} />
    </>
  );
}

/** The one controller of the table, for as long as the screen is there. */
function useSchedulesGrid(): SchedulesController {
  const offline = useOffline();
  const isPhone = useMedia(PHONE);
  const open = useOpenLayer();
  const [grid] = useState(() => new SchedulesController(createGridStore()));
  grid.offline = offline;
  grid.isTouch = isPhone;
  grid.isNarrow = isPhone;
  grid.onEdit = ({ id }) => open(layerPaths.schedule(id));
  return grid;
}

function Buttons({ screen }: { screen: SchedulesScreen }) {
  return (
    <>
      <Button onPress={screen.find}>
        <Sparkles size="1rem" aria-hidden="true" />
        {schedulesTexts.find}
      </Button>
      <Button look="primary" onPress={screen.create}>
        <CalendarPlus size="1rem" aria-hidden="true" />
        {schedulesTexts.add}
      </Button>
    </>
  );
}

function NoSchedules({ screen }: { screen: SchedulesScreen }) {
  return (
    <div className={styles.empty}>
      <EnvelopeDrawing />
      <h2>{schedulesTexts.none}</h2>
      <p>{schedulesTexts.noneHint}</p>
      <div className={styles.buttons}>
        <Buttons screen={screen} />
      </div>
    </div>
  );
}
