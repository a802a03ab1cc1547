import { useState } from 'react';
import { Checkbox } from '@/components/Checkbox';
import { FormDialog } from '@/components/FormDialog';
import { AmountField } from '@/components/pickers/AmountField';
import { DateField } from '@/components/pickers/DateField';
import { TextField } from '@/components/TextField';
import { useSubmit } from '@/components/useSubmit';
import { useAccounts } from '@/lib/accounts/accounts';
import { addDays } from '@/lib/format/dates';
import type { ChosenLink, NamedModals } from '@/lib/modals/named';
import { useToday } from '@/lib/prefs/useToday';
import { configureTexts } from '@/texts/bankLinking';
import { commonTexts } from '@/texts/common';
import { bankErrorText } from './bankErrorText';
import { LinkProgressDialog } from './LinkProgressDialog';
import { choiceOf, FIRST_DAYS, faultsOf, firstDraft, isSound, type LinkDraft } from './linkDraft';
import styles from './linking.module.css';
import type { WantedLink } from './linkRun';

type ConfigureProps = NamedModals['configure-linked-accounts'] & {
  onShow: (id: string) => void;
  onClose: () => void;
};

const isNew = ({ to }: ChosenLink) => 'offBudget' in to;

/** Asks for names, dates and balances of the new accounts, then links all selected accounts. */
export function ConfigureAccountsDialog(props: ConfigureProps) {
  const { access, links, onShow, onClose } = props;
  const [drafts, setDrafts] = useState<readonly LinkDraft[]>(() =>
    links.map((link) => firstDraft(link, access.provider)),
  );
  const [wanted, setWanted] = useState<readonly WantedLink[] | null>(null);
  const submission = useSubmit({
    isValid: drafts.every((draft, at) => !isNewAt(links, at) || isSound(draft)),
    send: () => setWanted(wantedOf(links, drafts)),
    explain: bankErrorText,
  });
  if (wanted) {
    return <LinkProgressDialog access={access} links={wanted} onShow={onShow} onClose={onClose} />;
  }
  const change = (at: number, more: Partial<LinkDraft>) =>
    setDrafts((before) =>
      before.map((draft, each) => (each === at ? { ...draft, ...more } : draft)),
    );
  return (
    <FormDialog
      title={configureTexts.title}
      size="medium"
      action={configureTexts.link}
      submission={submission}
      isDirty
      onClose={onClose}
    >
      {links.map((link, at) => (
        <section key={link.external.account_id} className={styles.account}>
          <h3>{link.external.name}</h3>
          {isNew(link) && drafts[at] ? (
            <NewAccount
              draft={drafts[at]}
              isTried={submission.isTried}
              onChange={(more) => change(at, more)}
            />
          ) : (
            <Existing link={link} />
          )}
        </section>
      ))}
    </FormDialog>
  );
}

function isNewAt(links: readonly ChosenLink[], at: number): boolean {
  const link = links[at];
  return link !== undefined && isNew(link);
}

function wantedOf(links: readonly ChosenLink[], drafts: readonly LinkDraft[]): WantedLink[] {
  return links.map((link, at) => {
    const draft = drafts[at];
    if (!draft || !isNew(link)) return { ...link, choice: {} };
    return { ...link, to: { offBudget: draft.offBudget }, choice: choiceOf(draft) };
  });
}

function Existing({ link: { to } }: { link: ChosenLink }) {
  const { data: accounts = [] } = useAccounts();
  const name = accounts.find(({ id }) => 'id' in to && id === to.id)?.name ?? '';
  return <p className={styles.lead}>{configureTexts.existing(name)}</p>;
}

interface NewAccountProps {
  draft: LinkDraft;
  isTried: boolean;
  onChange: (more: Partial<LinkDraft>) => void;
}

function NewAccount({ draft, isTried, onChange }: NewAccountProps) {
  const today = useToday();
  const faults = isTried ? faultsOf(draft) : {};
  return (
    <div className={styles.form}>
      <TextField
        label={configureTexts.name}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={faults.name}
        autoComplete="off"
      />
      <DateField
        label={configureTexts.startingDate}
        value={draft.startingDate ?? addDays(today, -FIRST_DAYS)}
        onChange={(startingDate) => onChange({ startingDate })}
      />
      <Checkbox
        isSelected={draft.isBalanceFromBank}
        onChange={(isBalanceFromBank) => onChange({ isBalanceFromBank })}
        hint={configureTexts.balanceFromBankHint}
      >
        {configureTexts.balanceFromBank}
      </Checkbox>
      {!draft.isBalanceFromBank && (
        <AmountField
          label={configureTexts.startingBalance}
          value={draft.startingBalance}
          onChange={(startingBalance) => onChange({ startingBalance })}
          error={faults.startingBalance}
        />
      )}
      <Checkbox
        isSelected={draft.importPending}
        onChange={(importPending) => onChange({ importPending })}
        hint={configureTexts.importPendingHint}
      >
        {configureTexts.importPending}
      </Checkbox>
      <Checkbox isSelected={draft.offBudget} onChange={(offBudget) => onChange({ offBudget })}>
        {commonTexts.offBudget}
      </Checkbox>
    </div>
  );
}
