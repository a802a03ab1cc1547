import { expect, test } from 'vitest';
import type { BudgetFile } from '@/generated/contract';
import { stateHint } from './fileState';

const file: BudgetFile = { id: 'a', name: 'A', hasKey: false, deleted: false, state: 'unknown' };
const isLocked = 'This file is encrypted and you do not have the key for it.';
const isOffline = 'This is a cloud-based file but its state is unknown because you are offline.';

test('what is unknown and locked says both', () => {
  expect(stateHint({ ...file, encryptKeyId: 'k' }, true)).toBe(`${isLocked} ${isOffline}`);
  expect(stateHint({ ...file, encryptKeyId: 'k', state: 'synced' }, true)).toBe(isLocked);
  expect(stateHint({ ...file, state: 'synced' }, true)).toBeNull();
});

test('without a server nobody is said to be offline', () => {
  expect(stateHint(file, false)).toBe('No server configured.');
});
