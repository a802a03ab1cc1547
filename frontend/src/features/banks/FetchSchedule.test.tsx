import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { backendWith, show } from '@/testing/accounts';
import { FetchSchedule } from './FetchSchedule';
import { hourElsewhere, offsetHere, zoneText } from './zones';

const stateAt = (offsetMinutes: number) => ({
  schedule: { on: true, times: 2, firstHour: 6, offsetMinutes },
  next: null,
  last: null,
  paused: null,
  connections: [],
});

test('the hour of the first fetch says by whose clock it is', async () => {
  backendWith([]).on('bank/schedule-get', () => stateAt(offsetHere()));
  show(<FetchSchedule />);
  await screen.findByText(/by the clock of this device/);
});

test('an hour chosen on a device elsewhere is told by the clock here, and can be taken over', async () => {
  const here = offsetHere();
  const far = here + 90;
  const backend = backendWith([])
    .on('bank/schedule-get', () => stateAt(far))
    .on('bank/schedule-save', ({ schedule }) => stateAt(schedule.offsetMinutes));
  const { user } = show(<FetchSchedule />);
  await screen.findByText(new RegExp(`Here that is ${hourElsewhere(6, far, here)}`));
  await user.click(screen.getByRole('button', { name: `Use ${zoneText(here)}` }));
  await screen.findByText(/by the clock of this device/);
  expect(backend.named('bank/schedule-save').map((call) => call.args)).toEqual([
    { schedule: { on: true, times: 2, firstHour: 6, offsetMinutes: here } },
  ]);
});
