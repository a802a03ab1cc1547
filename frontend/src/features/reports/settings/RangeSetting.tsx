import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Select } from '@/components/Select';
import type { Calendar } from '@/domain/reports/calendar';
import type { CardKind } from '@/generated/contract';
import { addMonths, monthOf, monthRange, monthsBetween, monthTitle } from '@/lib/format/dates';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import {
  choiceOf,
  chosenFrame,
  FRAME_CHOICES,
  type Frame,
  type FrameChoice,
  frameOf,
  shownFrame,
} from '../model/frames';
import { cutRange, type Range, withEnd, withStart } from '../model/range';
import { shortMonth } from './months';
import styles from './settings.module.css';

interface RangeSettingProps {
  kind: CardKind;
  /** The stored time frame. */
  value: unknown;
  onChange: (frame: Frame) => void;
  calendar: Calendar;
}

/** So far ahead months can be chosen for a forecast. */
const AHEAD_MONTHS = 120;

const CHOICES: readonly { id: FrameChoice | 'months'; name: string }[] = [
  ...FRAME_CHOICES.map((id) => ({ id, name: words.frames[id] })),
  { id: 'months', name: words.frames.months },
];

const WAYS = [
  { id: 'live', name: words.live },
  { id: 'static', name: words.static },
] as const;

/** The months that a card can show. */
function offered(kind: CardKind, { start, end }: Frame, calendar: Calendar): Range {
  const now = monthOf(calendar.today);
  const first = [monthOf(calendar.earliest), addMonths(now, -12), start].sort()[0] ?? start;
  const ahead = kind === 'balance-forecast-card' ? addMonths(now, AHEAD_MONTHS) : now;
  const last = [monthOf(calendar.latest), ahead, end].sort().at(-1) ?? end;
  return { from: first, to: last };
}

/** The range of a card: by a word, or by its months, which may follow the calendar. */
export function RangeSetting({ kind, value, onChange, calendar }: RangeSettingProps) {
  const frame = shownFrame(value, kind, calendar);
  const choice = choiceOf(frame, calendar);
  const range = { from: frame.start, to: frame.end };
  const all = offered(kind, frame, calendar);
  const months = monthRange(all.from, monthsBetween(all.from, all.to) + 1)
    .map((month) => ({ id: month, name: shortMonth(month) }))
    .reverse();
  const earliest = monthOf(calendar.earliest);
  // All time begins where it began when it was chosen; older transactions came later.
  const isCut = frame.mode === 'full' && frame.start > earliest;
  const isLive = frame.mode !== 'static';
  const pick = (next: Range) => onChange(chosenFrame(cutRange(next, all), isLive, calendar));
  const choose = (id: FrameChoice | 'months') =>
    onChange(id === 'months' ? { ...frame, mode: 'static' } : frameOf(id, calendar));
  return (
    <div role="group" aria-label={reportsTexts.range} className={styles.group}>
      <Select label={words.range} options={CHOICES} value={choice ?? 'months'} onChange={choose} />
      <div className={styles.pair}>
        <Select
          label={reportsTexts.startMonth}
          options={months}
          value={frame.start}
          onChange={(month) => pick(withStart(range, month))}
        />
        <Select
          label={reportsTexts.endMonth}
          options={months}
          value={frame.end}
          onChange={(month) => pick(withEnd(range, month))}
        />
      </div>
      {isCut && (
        <div className={styles.earlier}>
          <p className={styles.note}>{words.olderRows(monthTitle(earliest))}</p>
          <Button onPress={() => onChange({ ...frame, start: earliest })}>
            {words.startEarlier}
          </Button>
        </div>
      )}
      <ChoiceGroup
        label={words.follows}
        look="bar"
        choices={WAYS}
        value={isLive ? 'live' : 'static'}
        onChange={(way) =>
          onChange({ ...frame, mode: way === 'live' ? 'sliding-window' : 'static' })
        }
      />
    </div>
  );
}
