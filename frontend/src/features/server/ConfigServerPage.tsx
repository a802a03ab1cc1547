import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { CardButtons, CardError, CardLinks, ManagerCard } from '@/components/manager/ManagerCard';
import { TextField } from '@/components/TextField';
import { errorCode } from '@/lib/connection/callError';
import { setServerUrl, useServer } from '@/lib/server/server';
import { commonTexts } from '@/texts/common';
import { exact } from '@/texts/exact';
import { serverTexts } from '@/texts/server';
import { configErrorText } from './errorWords';
import { useAttempt } from './useAttempt';

/** Whether a text is a host without a scheme, to which https:// can be put. */
const isBareHost = (text: string) => !text.includes('://') && URL.canParse(`https://${text}`);

/** Sets the address; a bare host that does not respond is retried with https:// in front. */
async function takeUrl(url: string, onPrefixed: (url: string) => void): Promise<void> {
  try {
    await setServerUrl(url);
  } catch (error) {
    if (errorCode(error) !== 'network-failure' || !isBareHost(url)) throw error;
    const prefixed = `https://${url}`;
    onPrefixed(prefixed);
    await setServerUrl(prefixed);
  }
}

interface ConfigServerPageProps {
  /** Makes the test budget; only in development. */
  onTestFile?: () => void;
}

/** Which sync server to use, if any. */
export default function ConfigServerPage({ onTestFile }: ConfigServerPageProps) {
  const navigate = useNavigate();
  const current = useServer((state) => state.url);
  const [url, setUrl] = useState(current ?? '');
  useEffect(() => {
    if (current) setUrl(current);
  }, [current]);
  const { isBusy, error, setError, attempt } = useAttempt(configErrorText);
  const use = async (wanted: string | null) => {
    const take = () => (wanted === null ? setServerUrl(null) : takeUrl(wanted, setUrl));
    if (await attempt(take)) void navigate('/', { replace: true });
  };
  const takeOrigin = () => {
    setUrl(location.origin);
    void use(location.origin);
  };
  const change = (text: string) => {
    setUrl(text);
    setError(null);
  };
  const submit = () => {
    if (url.trim() !== '') void use(url.trim());
  };
  return (
    <ManagerCard title={serverTexts.titles.config} lead={serverTexts.configLead} onSubmit={submit}>
      <TextField
        label={serverTexts.url}
        placeholder={location.origin}
        inputMode="url"
        autoComplete="url"
        spellCheck="false"
        autoFocus
        value={url}
        onChange={change}
      />
      <CardError>{error}</CardError>
      <CardButtons>
        {current && (
          <Button size="large" onPress={() => void navigate('/')}>
            {commonTexts.cancel}
          </Button>
        )}
        <Button look="primary" type="submit" isBusy={isBusy}>
          {serverTexts.connect}
        </Button>
      </CardButtons>
      <CardLinks>
        {current && (
          <Button look="link" onPress={() => void use(null)}>
            {exact.stopServer}
          </Button>
        )}
        <Button look="link" onPress={takeOrigin}>
          {exact.useOrigin}
        </Button>
        {!current && (
          <Button look="link" onPress={() => void use(null)}>
            {exact.dontUseServer}
          </Button>
        )}
        {onTestFile && (
          <Button look="link" onPress={onTestFile}>
            {exact.createTestFile}
          </Button>
        )}
      </CardLinks>
    </ManagerCard>
  );
}
