import { CalendarPlus, Sparkles } from 'lucide-react';
import type { RefObject } from 'react';
import type { Action } from '@/lib/actions/actions';
import { schedulesTexts } from '@/texts/schedules';

export interface SchedulesScreen {
  search: RefObject<HTMLInputElement | null>;
  create: () => void;
  find: () => void;
  isShowingCompleted: boolean;
  toggleCompleted: () => void;
}

export const createSchedule: Action<SchedulesScreen> = {
  id: 'schedules-create',
  label: schedulesTexts.add,
  keys: ['T'],
  icon: CalendarPlus,
  run: ({ create }) => create(),
};

export const findSchedules: Action<SchedulesScreen> = {
  id: 'schedules-find',
  label: schedulesTexts.find,
  general: schedulesTexts.findHelp,
  icon: Sparkles,
  run: ({ find }) => find(),
};

export const SCREEN_ACTIONS: readonly Action<SchedulesScreen>[] = [
  {
    id: 'schedules-search',
    label: schedulesTexts.searchSchedules,
    keys: ['/'],
    run: ({ search }) => search.current?.focus(),
  },
  createSchedule,
  findSchedules,
  {
    id: 'schedules-show-completed',
    label: schedulesTexts.showCompleted,
    applies: ({ isShowingCompleted }) => !isShowingCompleted,
    run: ({ toggleCompleted }) => toggleCompleted(),
  },
  {
    id: 'schedules-hide-completed',
    label: schedulesTexts.hideCompleted,
    applies: ({ isShowingCompleted }) => isShowingCompleted,
    run: ({ toggleCompleted }) => toggleCompleted(),
  },
];
