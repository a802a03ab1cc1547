import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox } from '@/components/Checkbox';
import { LoadFailed } from '@/components/LoadFailed';
import { Problem } from '@/components/Problem';
import { Select } from '@/components/Select';
import { SkeletonLines } from '@/components/SkeletonLines';
import type { FetchScheduleState } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { send } from '@/lib/connection/backend';
import { errorCode } from '@/lib/connection/callError';
import { recentText } from '@/lib/format/ago';
import { lists } from '@/lib/lists/lists';
import { usePref } from '@/lib/prefs/prefs';
import { addAccountTexts } from '@/texts/bankLinking';
import { scheduleFetchTexts } from '@/texts/bankScreens';
import styles from './BankSyncPage.module.css';
import { bankErrorText } from './linking/bankErrorText';
import { ScheduleZone } from './ScheduleZone';
import { offsetHere } from './zones';

const KEY = ['bank-schedule'] as const;
const MOST_TIMES = 4;
const TIMES = Array.from({ length: MOST_TIMES }, (_, at) => ({
  id: String(at + 1),
  name: scheduleFetchTexts.timesOf(at + 1),
}));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  id: String(hour),
  name: scheduleFetchTexts.hour(hour),
}));

/** When the server fetches while the budget is closed. */
export function FetchSchedule() {
  const { data, error, refetch } = useQuery(
    { queryKey: KEY, queryFn: () => send('bank/schedule-get', {}), staleTime: 0 },
    lists,
  );
  const isWithoutServer = error !== null && errorCode(error) === 'no-server';
  return (
    <section aria-labelledby="bank-schedule" className={styles.section}>
      <h2 id="bank-schedule">{scheduleFetchTexts.title}</h2>
      <div className={styles.card}>
        <p className={styles.lead}>{scheduleFetchTexts.lead}</p>
        {!data && !error && <SkeletonLines lines={2} />}
        {isWithoutServer && <p className={styles.lead}>{addAccountTexts.noServer}</p>}
        {error && !isWithoutServer && (
          <LoadFailed onRetry={() => void refetch()}>{bankErrorText(error)}</LoadFailed>
        )}
        {data && <ScheduleForm state={data} />}
      </div>
    </section>
  );
}

function ScheduleForm({ state }: { state: FetchScheduleState }) {
  const [failure, setFailure] = useState<string>();
  const { schedule, next, last, paused } = state;
  const save = async (more: Partial<typeof schedule>) => {
    const times = Math.max(1, schedule.times);
    const asked = { ...schedule, times, ...more, offsetMinutes: offsetHere() };
    setFailure(undefined);
    lists.setQueryData(KEY, { ...state, schedule: asked });
    try {
      lists.setQueryData(KEY, await send('bank/schedule-save', { schedule: asked }));
      announce(scheduleFetchTexts.saved);
    } catch (error) {
      lists.setQueryData(KEY, state);
      setFailure(bankErrorText(error));
    }
  };
  return (
    <>
      {failure && <Problem>{failure}</Problem>}
      <Checkbox isSelected={schedule.on} onChange={(on) => void save({ on })}>
        {scheduleFetchTexts.on}
      </Checkbox>
      {schedule.on && (
        <div className={styles.fields}>
          <Select
            label={scheduleFetchTexts.times}
            options={TIMES}
            value={String(Math.max(1, schedule.times))}
            onChange={(times) => void save({ times: Number(times) })}
          />
          <Select
            label={scheduleFetchTexts.firstHour}
            options={HOURS}
            value={String(schedule.firstHour)}
            onChange={(hour) => void save({ firstHour: Number(hour) })}
          />
        </div>
      )}
      {schedule.on && <ScheduleZone schedule={schedule} onTakeOver={() => void save({})} />}
      {schedule.on && (
        <dl className={styles.facts}>
          <dt>{scheduleFetchTexts.next}</dt>
          <dd>
            <Moment time={next} />
          </dd>
          <dt>{scheduleFetchTexts.last}</dt>
          <dd>
            <Moment time={last} />
          </dd>
        </dl>
      )}
      {schedule.on && paused && <Problem isHint>{scheduleFetchTexts.paused[paused]}</Problem>}
    </>
  );
}

function Moment({ time }: { time: string | null }) {
  const dateFormat = usePref('dateFormat');
  const ms = Date.parse(time ?? '');
  return Number.isNaN(ms) ? scheduleFetchTexts.notYet : recentText(ms, Date.now(), dateFormat);
}
