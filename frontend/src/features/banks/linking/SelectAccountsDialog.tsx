import { useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Problem } from '@/components/Problem';
import { Select } from '@/components/Select';
import type { BankAccess, ExternalAccount, OfferedAccount } from '@/generated/contract';
import { useAccounts } from '@/lib/accounts/accounts';
import { type NamedModals, openModal } from '@/lib/modals/named';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { selectTexts } from '@/texts/bankLinking';
import { commonTexts } from '@/texts/common';
import { SEPARATOR } from '@/texts/locale';
import { chosenTwice, firstChoices, linksOf, NONE, optionsFor } from './chosenLinks';
import styles from './linking.module.css';

type SelectAccountsProps = NamedModals['select-linked-accounts'] & { onClose: () => void };

/** Chooses how to link the accounts at a bank. Accounts already linked stay linked. */
export function SelectAccountsDialog(props: SelectAccountsProps) {
  const { access, upgradingAccountId, onClose } = props;
  const { data: accounts = [] } = useAccounts();
  const [choices, setChoices] = useState(() => firstChoices(access.accounts, upgradingAccountId));
  const [problem, setProblem] = useState<string>();
  const nameOf = (id: string) => accounts.find((each) => each.id === id)?.name ?? '';
  const next = () => {
    const links = linksOf(access.accounts, choices);
    const twice = chosenTwice(links);
    if (links.length === 0) return setProblem(selectTexts.noneSelected);
    if (twice !== null) return setProblem(selectTexts.takenTwice(nameOf(twice)));
    onClose();
    openModal('configure-linked-accounts', { access, links });
  };
  const choose = (id: string, choice: string) => {
    setProblem(undefined);
    setChoices((before) =>
      upgradingAccountId === null ? { ...before, [id]: choice } : { [id]: choice },
    );
  };
  const isEmpty = access.accounts.length === 0;
  const isOver = areLinked(access);
  return (
    <Dialog
      title={selectTexts.title}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{isOver ? commonTexts.close : commonTexts.cancel}</Button>
          {!isOver && (
            <Button look="primary" onPress={next}>
              {selectTexts.next}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.lead}>{leadOf(access, upgradingAccountId, nameOf)}</p>
      {problem && <Problem>{problem}</Problem>}
      {isEmpty && <p role="status">{selectTexts.none}</p>}
      {!isEmpty && upgradingAccountId === null && (
        <Several offered={access.accounts} choices={choices} onChoose={choose} nameOf={nameOf} />
      )}
      {!isEmpty && upgradingAccountId !== null && (
        <One
          offered={access.accounts}
          chosen={Object.keys(choices)[0] ?? null}
          onChoose={(id) => choose(id, upgradingAccountId)}
          nameOf={nameOf}
        />
      )}
    </Dialog>
  );
}

const areLinked = ({ accounts }: BankAccess) => accounts.every(({ known }) => known !== null);

/** What to do with the accounts; that nothing is left to do if all are linked already. */
function leadOf(
  access: BankAccess,
  upgradingAccountId: string | null,
  nameOf: (id: string) => string,
): string {
  const { accounts, institution } = access;
  if (accounts.length > 0 && areLinked(access)) return selectTexts.allLinked(institution.name);
  if (upgradingAccountId === null) return selectTexts.lead(institution.name);
  return selectTexts.leadOne(nameOf(upgradingAccountId));
}

interface SeveralProps {
  offered: readonly OfferedAccount[];
  choices: Readonly<Record<string, string>>;
  onChoose: (id: string, choice: string) => void;
  nameOf: (id: string) => string;
}

function Several({ offered, choices, onChoose, nameOf }: SeveralProps) {
  const { data: accounts = [] } = useAccounts();
  const options = optionsFor(accounts);
  return (
    <ul aria-label={selectTexts.list} className={styles.offers}>
      {offered.map((external) => (
        <li key={external.account_id} className={styles.offer}>
          <Offered external={external} />
          {external.known === null ? (
            <Select
              label={selectTexts.linkAs(external.name)}
              options={options}
              value={choices[external.account_id] ?? NONE}
              onChange={(choice) => onChoose(external.account_id, choice)}
            />
          ) : (
            <span className={styles.linked}>{selectTexts.linkedWith(nameOf(external.known))}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface OneProps {
  offered: readonly OfferedAccount[];
  chosen: string | null;
  onChoose: (id: string) => void;
  nameOf: (id: string) => string;
}

/** Chooses the account at the bank for one existing account. */
function One({ offered, chosen, onChoose, nameOf }: OneProps) {
  return (
    <RadioGroup
      aria-label={selectTexts.list}
      value={chosen}
      onChange={onChoose}
      className={styles.banks ?? ''}
    >
      {offered.map((external) => (
        <Radio
          key={external.account_id}
          value={external.account_id}
          isDisabled={external.known !== null}
          className={styles.bank ?? ''}
        >
          <Offered
            external={external}
            linkedWith={external.known === null ? undefined : nameOf(external.known)}
          />
        </Radio>
      ))}
    </RadioGroup>
  );
}

interface OfferedProps {
  external: ExternalAccount;
  /** The account it is linked with. */
  linkedWith?: string | undefined;
}

/** An account at a bank: name, bank, last digits and balance. */
function Offered({ external, linkedWith }: OfferedProps) {
  const amounts = useAmountFormat();
  const { name, institution, mask, balance } = external;
  const facts = [
    institution.name,
    mask !== null && selectTexts.ending(mask),
    linkedWith !== undefined && selectTexts.linkedWith(linkedWith),
  ];
  return (
    <span className={styles.offered}>
      <span className={styles.bankName}>{name}</span>
      <span className={styles.hint}>{facts.filter(Boolean).join(SEPARATOR)}</span>
      {balance !== null && (
        <span data-amount className={styles.amount}>
          {amounts.format(balance)}
        </span>
      )}
    </span>
  );
}
