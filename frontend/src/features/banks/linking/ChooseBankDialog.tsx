import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Dialog } from '@/components/Dialog';
import { LoadFailed } from '@/components/LoadFailed';
import { SearchField } from '@/components/SearchField';
import { Select } from '@/components/Select';
import { SkeletonLines } from '@/components/SkeletonLines';
import type { BankInstitution } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { type NamedModals, openModal } from '@/lib/modals/named';
import { tell } from '@/lib/notices/tell';
import { chooseBankTexts } from '@/texts/bankLinking';
import { SEPARATOR } from '@/texts/locale';
import { bankErrorText } from './bankErrorText';
import { countriesOf, likelyCountry } from './countries';
import styles from './linking.module.css';
import { regionName } from './regionNames';

type ChooseBankProps = NamedModals['choose-bank'] & { onClose: () => void };

/** The device's time zone, which suggests the country. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Chooses country and bank, and the account type if the bank has several. */
export function ChooseBankDialog({ provider, upgradingAccountId, onClose }: ChooseBankProps) {
  const codes = countriesOf(provider);
  const [country, setCountry] = useState(() => likelyCountry(codes, zone(), navigator.language));
  const [text, setText] = useState('');
  const [bank, setBank] = useState<BankInstitution | null>(null);
  const kinds = bank?.psuTypes ?? [];
  const [kind, setKind] = useState('personal');
  const input = useRef<HTMLInputElement>(null);
  const search = (words: string) => {
    setText(words);
    // Only a bank that is in view is chosen.
    if (bank && !isFound(bank, words)) setBank(null);
  };
  const next = () => {
    if (!bank) return tell(chooseBankTexts.title);
    onClose();
    openModal('plaid-external-msg', {
      start: {
        provider: provider.id,
        institution: bank.id,
        country,
        accountId: upgradingAccountId,
        ...(kinds.length > 1 ? { psuType: kind } : {}),
      },
      upgradingAccountId,
    });
  };
  const options = codes
    .map((id) => ({ id, name: regionName(id) }))
    .sort((one, other) => one.name.localeCompare(other.name));
  return (
    <Dialog
      title={chooseBankTexts.title}
      size="medium"
      onClose={onClose}
      footer={
        <Button look="primary" onPress={next}>
          {chooseBankTexts.next}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.hint}>{chooseBankTexts.readOnly}</p>
        <Select
          label={chooseBankTexts.country}
          options={options}
          value={country}
          onChange={(code) => {
            setCountry(code);
            setBank(null);
          }}
          autoFocus
        />
        <SearchField
          label={chooseBankTexts.search}
          clearLabel={chooseBankTexts.clear}
          value={text}
          onChange={search}
          onClear={() => search('')}
          onKeyDown={() => {}}
          input={input}
          className={styles.search}
        />
        <BankList
          provider={provider.id}
          country={country}
          text={text}
          chosen={bank}
          onChoose={setBank}
        />
        {kinds.length > 1 && (
          <ChoiceGroup
            label={chooseBankTexts.kind}
            choices={kinds.map((id) => ({ id, name: chooseBankTexts.kindOf(id) }))}
            value={kind}
            onChange={setKind}
          />
        )}
      </div>
    </Dialog>
  );
}

interface BankListProps {
  provider: NamedModals['choose-bank']['provider']['id'];
  country: string;
  text: string;
  chosen: BankInstitution | null;
  onChoose: (bank: BankInstitution) => void;
}

/** Most banks to list beside the chosen one; searching finds the others. */
const MOST_SHOWN = 100;

function BankList({ provider, country, text, chosen, onChoose }: BankListProps) {
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['bank-institutions', provider, country],
      queryFn: () => send('bank/institutions', { provider, country }),
      gcTime: 0,
    },
    lists,
  );
  if (error) {
    return <LoadFailed onRetry={() => void refetch()}>{bankErrorText(error)}</LoadFailed>;
  }
  if (!data) return <SkeletonLines lines={5} />;
  const found = data.filter((bank) => isFound(bank, text));
  const shown = found.filter((bank, at) => at < MOST_SHOWN || bank.id === chosen?.id);
  if (found.length === 0) return <p role="status">{chooseBankTexts.none}</p>;
  return (
    <RadioGroup
      aria-label={chooseBankTexts.banks}
      value={chosen?.id ?? null}
      onChange={(id) => {
        const bank = found.find((each) => each.id === id);
        if (bank) onChoose(bank);
      }}
      className={styles.banks ?? ''}
    >
      {shown.map((bank) => (
        <Radio key={bank.id} value={bank.id} className={styles.bank ?? ''}>
          <span className={styles.bankName}>{bank.name}</span>
          <Facts bank={bank} />
        </Radio>
      ))}
    </RadioGroup>
  );
}

const isFound = ({ name }: BankInstitution, words: string) =>
  name.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());

function Facts({ bank: { consentDays, historyDays } }: { bank: BankInstitution }) {
  const facts = [
    consentDays !== undefined && chooseBankTexts.consent(consentDays),
    historyDays !== undefined && chooseBankTexts.history(historyDays),
  ].filter(Boolean);
  return facts.length > 0 && <span className={styles.hint}>{facts.join(SEPARATOR)}</span>;
}
