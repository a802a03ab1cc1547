import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Problem } from '@/components/Problem';
import { ListRow, RowList } from '@/components/RowList';
import { ServerList } from '@/components/ServerList';
import type { DeviceSession } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { agoText } from '@/lib/format/ago';
import { loadDevices, signDeviceOut, signOthersOut } from '@/lib/server/server';
import { commonTexts } from '@/texts/common';
import { devicesTexts as say } from '@/texts/devices';
import { errorText } from '@/texts/errors';
import { serverTexts } from '@/texts/server';
import styles from './DevicesDialog.module.css';
import { deviceName } from './deviceName';

const nameOf = ({ name }: DeviceSession) => deviceName(name) ?? say.unknown;

function useDevices() {
  return useQuery({ queryKey: ['devices'], queryFn: loadDevices, staleTime: 0, retry: false });
}

/** One attempt at a time to sign somebody out; `settle` comes after it. */
function useSigningOut(settle: () => Promise<unknown>) {
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const run = async (key: string, work: () => Promise<string>) => {
    if (busy) return;
    setBusy(key);
    setError(null);
    try {
      announce(await work());
      await settle();
    } catch (caught) {
      setError(errorText(caught));
    }
    setBusy(null);
  };
  return { busy, error, run };
}

/** The devices signed in to the server; a lost one can be signed out. */
export default function DevicesDialog({ onClose }: { onClose: () => void }) {
  const devices = useDevices();
  const closeButton = useRef<HTMLButtonElement>(null);
  const { busy, error, run } = useSigningOut(() => devices.refetch());
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each reload of the list.
  useEffect(() => {
    const button = closeButton.current;
    // The button that was pressed is gone with its device: the page or the dialog has the focus.
    if (button && document.activeElement?.contains(button)) button.focus();
  }, [devices.data]);
  const others = devices.data?.filter(({ current }) => !current).length ?? 0;
  const all = async () => serverTexts.signedOut(await signOthersOut());
  const one = (device: DeviceSession) =>
    run(device.id, async () => {
      await signDeviceOut(device.id);
      return say.signedOutOf(nameOf(device));
    });
  return (
    <Dialog
      title={say.title}
      size="medium"
      onClose={onClose}
      footer={
        <>
          {others > 0 && (
            <Button size="large" isBusy={busy === 'all'} onPress={() => void run('all', all)}>
              {say.signOutOthers}
            </Button>
          )}
          <Button look="primary" size="large" onPress={onClose} autoFocus ref={closeButton}>
            {commonTexts.close}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{say.lead}</p>
      <ServerList query={devices} words={say}>
        {(known) => (
          <RowList label={say.list}>
            {known.map((device) => (
              <Device
                key={device.id}
                device={device}
                isBusy={busy === device.id}
                onSignOut={() => void one(device)}
              />
            ))}
          </RowList>
        )}
      </ServerList>
      {error && <Problem>{error}</Problem>}
    </Dialog>
  );
}

interface DeviceProps {
  device: DeviceSession;
  isBusy: boolean;
  onSignOut: () => void;
}

function Device({ device, isBusy, onSignOut }: DeviceProps) {
  const name = nameOf(device);
  const now = Date.now();
  return (
    <ListRow
      icon={<MonitorSmartphone size="1.25rem" aria-hidden="true" />}
      title={name}
      mark={device.current ? say.own : undefined}
      hint={say.used(agoText(device.madeMs, now), agoText(device.usedMs, now))}
      action={
        !device.current && (
          <Button aria-label={say.signOutOf(name)} isBusy={isBusy} onPress={onSignOut}>
            {say.signOut}
          </Button>
        )
      }
    />
  );
}
