import { beforeEach, expect, test, vi } from 'vitest';
import { openFileById } from '@/features/files/openSteps';
import { useOpenFile } from '@/lib/files/openFile';
import { comeBack, goToSignIn } from './serverSteps';
import { closeFile } from './shellActions';

vi.mock('@/features/files/openSteps', () => ({ openFileById: vi.fn() }));
vi.mock('./shellActions', () => ({ closeFile: vi.fn() }));

const open = (id: string) => useOpenFile.setState({ stage: 'open', id });
const close = async () => useOpenFile.setState({ stage: 'closed', id: null });

beforeEach(() => {
  vi.mocked(openFileById).mockReset();
  vi.mocked(closeFile).mockReset().mockImplementation(close);
  open('home');
});

test('the budget that was left for signing in comes back after it', async () => {
  await goToSignIn();
  comeBack();
  expect(openFileById).toHaveBeenCalledExactlyOnceWith('home');
});

test.each(['office', 'home'])('not once %s was opened since', async (other) => {
  await goToSignIn();
  open(other);
  await close();
  comeBack();
  expect(openFileById).not.toHaveBeenCalled();
});

test('nor where it was not left after all', async () => {
  vi.mocked(closeFile).mockResolvedValue(undefined);
  await goToSignIn();
  await close();
  comeBack();
  expect(openFileById).not.toHaveBeenCalled();
});
