import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Select, type SelectOption } from '@/components/Select';
import type {
  BankMapping,
  BankMappings,
  MappableField,
  MoneyDirection,
} from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { bankFieldName, bankSettingsTexts } from '@/texts/bankScreens';
import styles from './BankSettingsPage.module.css';

interface MappingsProps {
  accountId: string;
  isDisabled: boolean;
  mappings: BankMappings;
  onChange: (mappings: BankMappings) => void;
}

const PARTS: readonly { id: keyof BankMapping; name: string }[] = [
  { id: 'date', name: bankSettingsTexts.date },
  { id: 'payee', name: bankSettingsTexts.payee },
  { id: 'notes', name: bankSettingsTexts.notes },
];
const DIRECTIONS: readonly { id: MoneyDirection; name: string }[] = [
  { id: 'payment', name: bankSettingsTexts.directions.payment },
  { id: 'deposit', name: bankSettingsTexts.directions.deposit },
];

/** The selectable fields, including the selected one even if the example lacks it. */
function optionsOf(fields: readonly MappableField[], chosen: string): SelectOption[] {
  const options = fields.map(({ field, value }) => ({
    id: field,
    name: bankSettingsTexts.option(bankFieldName(field), value),
  }));
  if (options.some(({ id }) => id === chosen)) return options;
  return [{ id: chosen, name: bankSettingsTexts.noExample(bankFieldName(chosen)) }, ...options];
}

/** Chooses the bank fields for date, payee and notes, separately for payments and deposits. */
export function Mappings({ accountId, isDisabled, mappings, onChange }: MappingsProps) {
  const [direction, setDirection] = useState<MoneyDirection>('payment');
  const { data } = useQuery(
    {
      queryKey: ['transactions', 'bank-example', accountId, direction],
      queryFn: () => send('bank/example', { accountId, direction }),
      gcTime: 0,
    },
    lists,
  );
  const mapping = mappings[direction];
  return (
    <section aria-labelledby="bank-fields" className={styles.section}>
      <h2 id="bank-fields">{bankSettingsTexts.fields}</h2>
      <p className={styles.lead}>{bankSettingsTexts.fieldsHint}</p>
      <ChoiceGroup
        label={bankSettingsTexts.fields}
        isLabelHidden
        look="bar"
        choices={DIRECTIONS}
        value={direction}
        onChange={setDirection}
        isDisabled={isDisabled}
      />
      {PARTS.map(({ id, name }) => (
        <Select
          key={id}
          label={name}
          options={optionsOf(data?.[id] ?? [], mapping[id])}
          value={mapping[id]}
          isDisabled={isDisabled}
          onChange={(field) => onChange({ ...mappings, [direction]: { ...mapping, [id]: field } })}
        />
      ))}
    </section>
  );
}
