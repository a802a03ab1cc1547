import { Copy } from 'lucide-react';
import { Button } from '@/components/Button';
import { TextField } from '@/components/TextField';
import { announce } from '@/lib/announce/announce';
import { copyText } from '@/lib/clipboard/copyText';
import { tell } from '@/lib/notices/tell';
import { useServer } from '@/lib/server/server';
import { providerTexts } from '@/texts/bankLinking';
import styles from './linking.module.css';

const PATH = '/enablebanking/auth_callback';

/** The redirect address to register with the provider. */
export function RedirectAddress() {
  const url = useServer((state) => state.url);
  const address = `${(url ?? location.origin).replace(/\/+$/, '')}${PATH}`;
  const copy = async () => {
    try {
      await copyText(address);
      announce(providerTexts.copied);
    } catch {
      tell(providerTexts.copyFailed);
    }
  };
  return (
    <div className={styles.redirect}>
      <TextField
        label={providerTexts.redirect}
        hint={providerTexts.redirectHint}
        value={address}
        isReadOnly
        onFocus={(event) => (event.target as HTMLInputElement).select()}
      />
      <Button onPress={() => void copy()}>
        <Copy size="1rem" aria-hidden="true" />
        {providerTexts.copy}
      </Button>
    </div>
  );
}
