import { LockKeyhole } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/Button';
import { openModal } from '@/lib/modals/named';
import { usePref } from '@/lib/prefs/prefs';
import { exact } from '@/texts/exact';
import { settingsTexts } from '@/texts/settings';
import { Section } from './Section';
import styles from './settings.module.css';
import { useServerReason } from './useServerReason';

/** Encrypts what the server keeps; offered only with a server. */
export function EncryptionSection() {
  const reason = useServerReason();
  const isOn = usePref('encryptKeyId') !== '';
  const reasonId = useId();
  const { title, lead, on, newKey } = settingsTexts.encryption;
  return (
    <Section id="encryption" title={title} lead={lead}>
      {isOn && (
        <p className={styles.good}>
          <LockKeyhole size="1rem" aria-hidden="true" />
          {on}
        </p>
      )}
      <div className={styles.actionLine}>
        <Button
          isDisabled={reason !== null}
          onPress={() => openModal('create-encryption-key', { recreate: isOn })}
          {...(reason ? { 'aria-describedby': reasonId } : {})}
        >
          {isOn ? newKey : exact.enableEncryption}
        </Button>
        {reason && (
          <p id={reasonId} className={styles.hint}>
            {reason}
          </p>
        )}
      </div>
    </Section>
  );
}
