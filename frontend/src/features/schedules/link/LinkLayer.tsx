import { CalendarOff, CalendarPlus, Unlink } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { EmptyNote } from '@/components/EmptyNote';
import { LoadFailed } from '@/components/LoadFailed';
import { SearchField } from '@/components/SearchField';
import { SkeletonLines } from '@/components/SkeletonLines';
import { useSchedules } from '@/domain/schedules/api';
import { linkTransactions, run, unlinkTransactions } from '@/domain/schedules/writes';
import { useTransactionData } from '@/domain/transactions/useTransactionData';
import { confirmStep } from '@/lib/history/confirmStep';
import { layerPaths } from '@/lib/layers/layers';
import { useCloseLayer, useReplaceLayer } from '@/lib/layers/useLayer';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { linkTexts, schedulesTexts } from '@/texts/schedules';
import { type ScheduleRow, scheduleRows } from '../model/rows';
import styles from './link.module.css';
import { ScheduleChoices } from './ScheduleChoices';

/** The navigation state of this layer. */
interface LinkState {
  transactionIds?: readonly string[];
  /** Some of them belong to a schedule already. */
  isLinked?: boolean;
  /** The fields that a new schedule starts with, for a single transaction. */
  start?: object;
}

/** Chooses the schedule that selected transactions belong to. */
export default function LinkLayer() {
  const close = useCloseLayer();
  const { transactionIds = [], isLinked, start } = (useLocation().state ?? {}) as LinkState;
  const count = transactionIds.length;
  const link = async (row: ScheduleRow) => {
    const linking = linkTransactions(transactionIds, { id: row.id, name: row.title });
    if (!(await run(linking))) return;
    close();
    confirmStep(await linking);
  };
  const unlink = async () => {
    const unlinking = unlinkTransactions(transactionIds);
    if (!(await run(unlinking))) return;
    close();
    confirmStep(await unlinking);
  };
  const replace = useReplaceLayer();
  const create = () => replace(layerPaths.newSchedule, { start, transactionId: transactionIds[0] });
  return (
    <Dialog
      title={linkTexts.title}
      size="medium"
      isLayer
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{commonTexts.cancel}</Button>
          {isLinked && (
            <Button onPress={() => void unlink()}>
              <Unlink size="1rem" aria-hidden="true" />
              {linkTexts.unlink}
            </Button>
          )}
          {start && (
            <Button onPress={create}>
              <CalendarPlus size="1rem" aria-hidden="true" />
              {linkTexts.create}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.content}>
        <p className={styles.hint}>
          {count === 0
            ? linkTexts.nothing
            : count === 1
              ? linkTexts.hintOne
              : linkTexts.hint(count)}
        </p>
        {count > 0 && <Choices onChoose={(row) => void link(row)} />}
      </div>
    </Dialog>
  );
}

function Choices({ onChoose }: { onChoose: (row: ScheduleRow) => void }) {
  const { data: schedules, error, refetch } = useSchedules();
  const names = useTransactionData();
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const isReady = schedules !== undefined && names.data !== undefined;
  useEffect(() => {
    if (isReady) search.current?.focus();
  }, [isReady]);
  const { data } = names;
  const rows = useMemo(() => {
    const narrowing = { text, withCompleted: false };
    return data && scheduleRows(schedules ?? [], { data, amounts, dates }, narrowing);
  }, [schedules, data, amounts, dates, text]);
  const failure = error ?? names.error;
  if (!schedules || !rows) {
    if (failure)
      return <LoadFailed onRetry={() => void refetch()}>{errorText(failure)}</LoadFailed>;
    return <SkeletonLines lines={4} />;
  }
  if (schedules.length === 0) return <EmptyNote icon={CalendarOff}>{linkTexts.none}</EmptyNote>;
  return (
    <>
      <SearchField
        label={schedulesTexts.filter}
        clearLabel={schedulesTexts.clearFilter}
        value={text}
        onChange={setText}
        onClear={() => setText('')}
        input={search}
        onKeyDown={(event) => {
          const [first] = rows;
          if (event.key === 'ArrowDown') list.current?.querySelector('button')?.focus();
          else if (event.key === 'Enter' && first) onChoose(first);
          else if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            setText('');
          } else return;
          event.preventDefault();
        }}
      />
      <ScheduleChoices rows={rows} list={list} onChoose={onChoose} />
    </>
  );
}
