import { useRef, useState } from 'react';
import { errorText } from '@/app/texts';
import { Button } from '@/components/Button';
import { ComboBox } from '@/components/ComboBox';
import { Dialog } from '@/components/Dialog';
import type { Account, AccountFigures } from '@/generated/contract';
import { useCategories } from '@/lib/categories/categories';
import { takeBack } from '@/lib/history/takeBack';
import { notify } from '@/lib/notices/notices';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { cellName, GLOBAL_SHEET } from '@/lib/sheet/names';
import { cells } from '@/lib/sheet/sheet';
import { closeAccount } from '../api';
import { keepFocusAtAccounts } from '../keepFocus';
import { transactions, words } from '../texts';
import {
  type Choice,
  categoryOptions,
  closeArguments,
  missing,
  needsCategory,
  transferOptions,
  type Way,
  wayOf,
} from './closing';
import styles from './dialogs.module.css';
import { ForceClose } from './ForceClose';
import { focusWrong } from './focusWrong';

interface CloseAccountFormProps {
  account: Account;
  accounts: readonly Account[];
  figures: AccountFigures;
  onClose: () => void;
}

export function CloseAccountForm(props: CloseAccountFormProps) {
  const { account, accounts, figures, onClose } = props;
  const amounts = useAmountFormat();
  const [choice, setChoice] = useState<Choice>({ transferId: null, categoryId: null });
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const way = wayOf(figures);
  const isCategoryNeeded = needsCategory(account, choice.transferId, accounts);
  const { data: groups = [] } = useCategories(isCategoryNeeded);
  const wrong = missing(way, choice, isCategoryNeeded);
  const errors = isTried ? wrong : {};
  const change = (more: Partial<Choice>) => setChoice((before) => ({ ...before, ...more }));

  const close = async (forced: boolean) => {
    setBusy(true);
    const how = forced
      ? { id: account.id, forced }
      : closeArguments(account.id, way, choice, isCategoryNeeded);
    const deletes = forced || way === 'delete';
    try {
      const label = `${deletes ? 'Deleted' : 'Closed'} account ${account.name}`;
      await closeAccount(how, label);
      const message = (deletes ? words.deleted : words.closed)(account.name);
      const button = { title: 'Undo', action: () => takeBack(label) };
      notify({ id: 'account-closed', type: 'message', message, button });
      onClose();
      keepFocusAtAccounts();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  const submit = () => {
    setTried(true);
    if (isBusy) return;
    if (Object.keys(wrong).length > 0) focusWrong(form);
    else void close(false);
  };
  const balanceOf = (id: string) => {
    const cents = cells.get(cellName(GLOBAL_SHEET, `balance-${id}`));
    return typeof cents === 'number' ? amounts.format(cents) : '';
  };
  const options = transferOptions(account, accounts, balanceOf);
  const hasTarget = options.some(({ options }) => options.length > 0);
  return (
    <Dialog
      title={words.closeTitle}
      onClose={onClose}
      isBusy={isBusy}
      isDirty={choice.transferId !== null}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isBusy}>
            Cancel
          </Button>
          <Button look="primary" type="submit" form="close-account" isBusy={isBusy}>
            {way === 'delete' ? words.delete : words.close}
          </Button>
        </>
      }
    >
      <form
        id="close-account"
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {failure && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        <Lead account={account} figures={figures} way={way} />
        {way === 'transfer' && (
          <ComboBox
            label={words.transferTo}
            groups={options}
            value={choice.transferId}
            onChange={(transferId) => change({ transferId })}
            onSubmit={submit}
            placeholder={words.chooseAccount}
            error={errors.transfer}
            autoFocus
          />
        )}
        {way === 'transfer' && !hasTarget && <p className={styles.lead}>{words.noOtherAccount}</p>}
        {isCategoryNeeded && way === 'transfer' && (
          <ComboBox
            label={words.category}
            groups={categoryOptions(groups)}
            value={choice.categoryId}
            onChange={(categoryId) => change({ categoryId })}
            onSubmit={submit}
            placeholder={words.chooseCategory}
            error={errors.category}
          />
        )}
      </form>
      {way !== 'delete' && (
        <ForceClose
          count={figures.numTransactions}
          isBusy={isBusy}
          onForce={() => void close(true)}
        />
      )}
    </Dialog>
  );
}

/** Says what closing does with what is in the account. */
function Lead({ account, figures, way }: { account: Account; figures: AccountFigures; way: Way }) {
  const amounts = useAmountFormat();
  const name = <strong>{account.name}</strong>;
  const count = transactions(figures.numTransactions);
  if (way === 'delete') {
    return <p className={styles.lead}>{name} has no transactions, so it will be deleted.</p>;
  }
  if (way === 'plain') {
    return (
      <p className={styles.lead}>
        {name} has a balance of zero. It moves to the closed accounts with its {count}; you can
        reopen it at any time.
      </p>
    );
  }
  return (
    <p className={styles.lead}>
      {name} has a balance of{' '}
      <strong className={styles.figure}>{amounts.formatFull(figures.balance)}</strong>. Choose the
      account that takes it over. {name} moves to the closed accounts with its {count}.
    </p>
  );
}
