/** The rule dialog with a backend of no payees, accounts and categories. */
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import type { Account, CategoryGroup, Rule } from '@/generated/contract';
import { lists } from '@/lib/lists/lists';
import { clearNotices } from '@/lib/notices/notices';
import { FakeBackend } from '@/testing/fakeBackend';
import { RuleDialog } from '../editor/RuleDialog';

/** Starts a test with nothing known; tests add the calls of their own. */
export function rulesBackend(): FakeBackend {
  lists.clear();
  clearNotices();
  return new FakeBackend()
    .install()
    .on('payees-get', () => [])
    .on('accounts-get', () => [] as Account[])
    .on('get-categories', () => ({ grouped: [] as CategoryGroup[], list: [] }));
}

export function showRule(rule: Rule): void {
  render(
    <MemoryRouter>
      <RuleDialog
        rule={rule}
        start={{ payeeId: null, importedPayee: null, categoryId: null }}
        onClose={() => {}}
        onSaved={() => {}}
      />
    </MemoryRouter>,
  );
}
