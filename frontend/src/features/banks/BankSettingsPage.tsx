import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { Checkbox } from '@/components/Checkbox';
import { LoadFailed } from '@/components/LoadFailed';
import { Problem } from '@/components/Problem';
import { SkeletonLines } from '@/components/SkeletonLines';
import { useSubmit } from '@/components/useSubmit';
import type { Account, BankAccountSettings } from '@/generated/contract';
import { useAccounts } from '@/lib/accounts/accounts';
import { bankPaths } from '@/lib/banks/paths';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { openModal } from '@/lib/modals/named';
import { notify } from '@/lib/notices/notices';
import { bankSettingsTexts } from '@/texts/bankScreens';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import styles from './BankSettingsPage.module.css';
import { Mappings } from './Mappings';

/** Settings for importing the transactions of a linked account. */
export function BankSettingsPage({ id }: { id: string }) {
  const { data: accounts } = useAccounts();
  const account = accounts?.find((each) => each.id === id);
  const isLinked = account?.bankId !== undefined;
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['preferences', 'bank-settings', id],
      queryFn: () => send('bank/settings-get', { accountId: id }),
      enabled: isLinked,
      staleTime: 0,
      gcTime: 0,
    },
    lists,
  );
  if (!accounts) return <SkeletonLines lines={6} />;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>
        {account ? bankSettingsTexts.title(account.name) : bankSettingsTexts.command}
      </h1>
      {!isLinked && (
        <>
          <p>{bankSettingsTexts.notLinked}</p>
          <p>
            <ButtonLink to={bankPaths.all}>{bankSettingsTexts.toBankSync}</ButtonLink>
          </p>
        </>
      )}
      {isLinked && error && (
        <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>
      )}
      {isLinked && !data && !error && <SkeletonLines lines={6} />}
      {account && isLinked && data && <SettingsForm account={account} stored={data} />}
    </div>
  );
}

type Flag = Exclude<keyof BankAccountSettings, 'mappings' | 'importTransactions'>;

const FLAGS: readonly { id: Flag; name: string }[] = [
  { id: 'importPending', name: bankSettingsTexts.importPending },
  { id: 'importNotes', name: bankSettingsTexts.importNotes },
  { id: 'reimportDeleted', name: bankSettingsTexts.reimportDeleted },
  { id: 'updateDates', name: bankSettingsTexts.updateDates },
];

interface SettingsFormProps {
  account: Account;
  stored: BankAccountSettings;
}

function SettingsForm({ account, stored }: SettingsFormProps) {
  const navigate = useNavigate();
  const [settings, setSettings] = useState(stored);
  const leave = () => void navigate(bankPaths.all);
  const { form, submit, isBusy, failure } = useSubmit({
    isValid: true,
    send: async () => {
      await send('bank/settings-save', { accountId: account.id, settings });
      const message = bankSettingsTexts.saved(account.name);
      notify({ id: 'bank-settings', type: 'message', message });
      leave();
    },
    explain: errorText,
  });
  const change = (more: Partial<BankAccountSettings>) =>
    setSettings((before) => ({ ...before, ...more }));
  const isOff = !settings.importTransactions;
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={styles.lead}>{bankSettingsTexts.lead}</p>
      {failure && <Problem>{failure}</Problem>}
      <section aria-labelledby="bank-switches" className={styles.section}>
        <h2 id="bank-switches">{bankSettingsTexts.switches}</h2>
        {FLAGS.map(({ id, name }) => (
          <Checkbox
            key={id}
            isSelected={settings[id]}
            isDisabled={isOff}
            onChange={(isOn) => change({ [id]: isOn })}
          >
            {name}
          </Checkbox>
        ))}
        <Checkbox isSelected={isOff} onChange={(isOn) => change({ importTransactions: !isOn })}>
          {bankSettingsTexts.onlyBalance}
        </Checkbox>
      </section>
      <Mappings
        accountId={account.id}
        isDisabled={isOff}
        mappings={settings.mappings}
        onChange={(mappings) => change({ mappings })}
      />
      <footer className={styles.foot}>
        <Button onPress={() => openModal('unlink-account', { account })}>
          {bankSettingsTexts.unlink}
        </Button>
        <span className={styles.spread} />
        <Button onPress={leave}>{commonTexts.cancel}</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {commonTexts.save}
        </Button>
      </footer>
    </form>
  );
}
