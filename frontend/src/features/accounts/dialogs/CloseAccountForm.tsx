import { Filled } from '@/components/Filled';
import { FormDialog } from '@/components/FormDialog';
import { OptionPicker } from '@/components/pickers/OptionPicker';
import type { Account, AccountFigures } from '@/generated/contract';
import { useCategories } from '@/lib/categories/categories';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { cellName, GLOBAL_SHEET } from '@/lib/sheet/names';
import { cells } from '@/lib/sheet/sheet';
import { accountDialogTexts } from '@/texts/accountDialogs';
import { accountsTexts } from '@/texts/accounts';
import { commonTexts } from '@/texts/common';
import { categoryOptions, transferOptions, type Way } from './closing';
import styles from './dialogs.module.css';
import { ForceClose } from './ForceClose';
import { type Closing, useClosing } from './useClosing';

export interface CloseAccountFormProps {
  account: Account;
  accounts: readonly Account[];
  figures: AccountFigures;
  onClose: () => void;
}

export function CloseAccountForm(props: CloseAccountFormProps) {
  const { account, accounts, figures, onClose } = props;
  const closing = useClosing(props);
  const { way, submission } = closing;
  return (
    <FormDialog
      title={accountDialogTexts.closeTitle}
      action={way === 'delete' ? accountDialogTexts.delete : accountsTexts.close}
      submission={submission}
      onClose={onClose}
      isDirty={closing.choice.transferId !== null}
      aside={
        way !== 'delete' && (
          <ForceClose
            count={figures.numTransactions}
            isBusy={submission.isBusy}
            onForce={closing.force}
          />
        )
      }
    >
      <Lead account={account} figures={figures} way={way} />
      {way === 'transfer' && <TakeOver closing={closing} account={account} accounts={accounts} />}
    </FormDialog>
  );
}

interface TakeOverProps {
  closing: Closing;
  account: Account;
  accounts: readonly Account[];
}

/** Asks which account takes the money over, and for a category where it leaves the budget. */
function TakeOver({ closing, account, accounts }: TakeOverProps) {
  const { choice, change, errors, isCategoryNeeded } = closing;
  const amounts = useAmountFormat();
  const { data: groups = [] } = useCategories(isCategoryNeeded);
  const balanceOf = (id: string) => {
    const cents = cells.get(cellName(GLOBAL_SHEET, `balance-${id}`));
    return typeof cents === 'number' ? amounts.format(cents) : '';
  };
  const options = transferOptions(account, accounts, balanceOf);
  const hasTarget = options.some(({ options }) => options.length > 0);
  return (
    <>
      <OptionPicker
        label={commonTexts.transferTo}
        sections={options}
        value={choice.transferId}
        onChange={(transferId) => change({ transferId })}
        placeholder={accountDialogTexts.chooseAccount}
        error={errors.transfer}
        autoFocus
      />
      {!hasTarget && <p className={styles.lead}>{accountDialogTexts.noOtherAccount}</p>}
      {isCategoryNeeded && (
        <OptionPicker
          label={accountDialogTexts.category}
          sections={categoryOptions(groups)}
          value={choice.categoryId}
          onChange={(categoryId) => change({ categoryId })}
          placeholder={commonTexts.selectCategory}
          error={errors.category}
        />
      )}
    </>
  );
}

/** Says what closing does with what is in the account. */
function Lead({ account, figures, way }: { account: Account; figures: AccountFigures; way: Way }) {
  const amounts = useAmountFormat();
  const name = <strong>{account.name}</strong>;
  const count = figures.numTransactions;
  if (way === 'delete') {
    return (
      <p className={styles.lead}>
        <Filled text={accountDialogTexts.closeDeletes} parts={{ name }} />
      </p>
    );
  }
  if (way === 'plain') {
    return (
      <p className={styles.lead}>
        <Filled text={accountDialogTexts.closePlain(count)} parts={{ name }} />
      </p>
    );
  }
  const balance = <strong className={styles.figure}>{amounts.formatFull(figures.balance)}</strong>;
  return (
    <p className={styles.lead}>
      <Filled text={accountDialogTexts.closeMoves(count)} parts={{ name, balance }} />
    </p>
  );
}
