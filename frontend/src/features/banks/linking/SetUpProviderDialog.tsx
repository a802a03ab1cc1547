import { useState } from 'react';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Dialog } from '@/components/Dialog';
import { FormDialog } from '@/components/FormDialog';
import { LoadFailed } from '@/components/LoadFailed';
import { Problem } from '@/components/Problem';
import { ListRow, RowList } from '@/components/RowList';
import { SkeletonLines } from '@/components/SkeletonLines';
import { useSubmit } from '@/components/useSubmit';
import type { BankProvider, BankScope } from '@/generated/contract';
import { rereadProviders, useProviders } from '@/lib/banks/banks';
import { send } from '@/lib/connection/backend';
import { CallError } from '@/lib/connection/callError';
import type { NamedModals } from '@/lib/modals/named';
import { notify } from '@/lib/notices/notices';
import { providerHelp } from '@/texts/bankHelp';
import { providerTexts } from '@/texts/bankLinking';
import { ProviderSite } from '../ProviderSite';
import { bankErrorText } from './bankErrorText';
import { CredentialField } from './CredentialField';
import styles from './linking.module.css';
import { mendPem } from './mendPem';
import { RedirectAddress } from './RedirectAddress';
import { startLinking } from './startLinking';

type SetUpProps = NamedModals['set-up-provider'] & { onClose: () => void };

/** Sets up a provider; first asks which one, unless it is given. */
export function SetUpProviderDialog(props: SetUpProps) {
  const [chosen, setChosen] = useState(props.provider);
  if (!chosen) return <ChooseProvider onChoose={setChosen} onClose={props.onClose} />;
  return <SetUpForm {...props} provider={chosen} />;
}

interface ChooseProviderProps {
  onChoose: (provider: BankProvider) => void;
  onClose: () => void;
}

function ChooseProvider({ onChoose, onClose }: ChooseProviderProps) {
  const { data, error, refetch } = useProviders();
  return (
    <Dialog title={providerTexts.choose} size="medium" onClose={onClose}>
      <p className={styles.lead}>{providerTexts.chooseLead}</p>
      {!data && !error && <SkeletonLines lines={4} />}
      {error && <LoadFailed onRetry={() => void refetch()}>{bankErrorText(error)}</LoadFailed>}
      {data && (
        <RowList label={providerTexts.choose}>
          {data.map((provider) => (
            <ListRow
              key={provider.id}
              title={provider.name}
              mark={provider.configured === null ? undefined : providerTexts.isSetUp}
              hint={providerHelp[provider.id].suits}
              action={<ChooseButton provider={provider} onChoose={onChoose} />}
            />
          ))}
        </RowList>
      )}
    </Dialog>
  );
}

interface ChooseButtonProps {
  provider: BankProvider;
  onChoose: (provider: BankProvider) => void;
}

function ChooseButton({ provider, onChoose }: ChooseButtonProps) {
  const isNew = provider.configured === null;
  const { title, editTitle, setUp, edit } = providerTexts;
  return (
    <Button
      aria-label={(isNew ? title : editTitle)(provider.name)}
      onPress={() => onChoose(provider)}
    >
      {isNew ? setUp : edit}
    </Button>
  );
}

const SCOPES: readonly { id: BankScope; name: string }[] = [
  { id: 'budget', name: providerTexts.scopes.budget },
  { id: 'server', name: providerTexts.scopes.server },
];

/** The field that an error is about. */
function fieldOf(error: unknown): string | null {
  if (!(error instanceof CallError) || error.code !== 'invalid-values') return null;
  const { field } = (error.meta ?? {}) as { field?: unknown };
  return typeof field === 'string' ? field : null;
}

/** Values, scope and submission of a provider's form. */
function useSetUp(props: SetUpProps & { provider: BankProvider }) {
  const { provider, upgradingAccountId, onDone, onClose } = props;
  const [values, setValues] = useState<Record<string, string>>({});
  const [scope, setScope] = useState<BankScope>(provider.configured ?? 'budget');
  const [refused, setRefused] = useState<{ field: string; why: string } | null>(null);
  const typedIn = (name: string) => (values[name] ?? '').trim();
  const submission = useSubmit({
    isValid: provider.fields.every(({ name }) => typedIn(name) !== ''),
    send: async () => {
      const sent = provider.fields.map(({ name }) => [name, mendPem(typedIn(name))]);
      try {
        const all = Object.fromEntries(sent) as Record<string, string>;
        await send('bank/configure', { provider: provider.id, values: all, scope });
      } catch (error) {
        const field = fieldOf(error);
        setRefused(field === null ? null : { field, why: bankErrorText(error) });
        throw error;
      }
      await rereadProviders();
      if (onDone) {
        onDone();
        const message = providerTexts.saved(provider.name);
        notify({ id: 'provider-saved', type: 'message', message });
      } else {
        // The next dialog shows that the provider works.
        await startLinking({ ...provider, configured: scope }, { upgradingAccountId });
      }
      onClose();
    },
    explain: bankErrorText,
  });
  const errorOf = (name: string) => {
    if (refused?.field === name) return refused.why;
    return submission.isTried && typedIn(name) === '' ? providerTexts.missing : undefined;
  };
  const change = (name: string, text: string) => {
    setValues((before) => ({ ...before, [name]: text }));
    setRefused(null);
    submission.forget();
  };
  return { values, change, scope, setScope, errorOf, submission, isAtField: refused !== null };
}

function SetUpForm(props: SetUpProps & { provider: BankProvider }) {
  const { provider, onClose } = props;
  const form = useSetUp(props);
  const title = provider.configured === null ? providerTexts.title : providerTexts.editTitle;
  if (!provider.canConfigure) {
    return (
      <Dialog title={title(provider.name)} onClose={onClose}>
        <Problem isHint>{providerTexts.notAllowed}</Problem>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={title(provider.name)}
      size="medium"
      action={providerTexts.saveAndContinue}
      submission={form.submission}
      showsFailure={!form.isAtField}
      isDirty={Object.values(form.values).some(Boolean)}
      onClose={onClose}
    >
      <Steps provider={provider} />
      {provider.id === 'enableBanking' && <RedirectAddress />}
      {provider.fields.map((field, at) => (
        <CredentialField
          key={field.name}
          field={field}
          isPem={provider.id === 'enableBanking' && field.secret}
          value={form.values[field.name] ?? ''}
          onChange={(text) => form.change(field.name, text)}
          error={form.errorOf(field.name)}
          autoFocus={at === 0}
        />
      ))}
      <ChoiceGroup
        label={providerTexts.scope}
        choices={SCOPES}
        value={form.scope}
        onChange={form.setScope}
      />
      <p className={styles.hint}>{providerTexts.keptSecret}</p>
    </FormDialog>
  );
}

/** Explains how to get a provider's credentials. */
function Steps({ provider }: { provider: BankProvider }) {
  const help = providerHelp[provider.id];
  return (
    <details className={styles.steps} open={provider.configured === null}>
      <summary>{providerTexts.whereToGet}</summary>
      <ol>
        {help.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ProviderSite provider={provider.id} />
    </details>
  );
}
