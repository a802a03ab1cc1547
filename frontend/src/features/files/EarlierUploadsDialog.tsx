import { useQuery } from '@tanstack/react-query';
import { showConfirm } from '@/components/AlertDialog';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { ListRow, RowList } from '@/components/RowList';
import { ServerList } from '@/components/ServerList';
import type { KeptUpload } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { agoText, momentText } from '@/lib/format/ago';
import { closeAllModals } from '@/lib/modals/modals';
import type { UploadsOf } from '@/lib/modals/named';
import { useDateFormat } from '@/lib/prefs/prefs';
import { commonTexts } from '@/texts/common';
import { filesTexts } from '@/texts/files';
import { SEPARATOR } from '@/texts/locale';
import { uploadsTexts as say } from '@/texts/uploads';
import styles from './Dialogs.module.css';
import { restoreUpload } from './download';

/** The uploads that the server keeps of a budget, and the way back to one of them. */
export default function EarlierUploadsDialog(props: UploadsOf & { onClose: () => void }) {
  const { onClose, ...file } = props;
  const { fileId } = file;
  const uploads = useQuery({
    queryKey: ['uploads', fileId],
    queryFn: () => send('get-uploads', { fileId }),
    staleTime: 0,
    retry: false,
  });
  return (
    <Dialog
      title={say.title}
      size="medium"
      onClose={onClose}
      footer={
        <Button look="primary" size="large" onPress={onClose} autoFocus>
          {commonTexts.close}
        </Button>
      }
    >
      <p className={styles.lead}>{say.lead}</p>
      <ServerList query={uploads} words={say}>
        {(kept) => <Uploads file={file} uploads={kept} />}
      </ServerList>
    </Dialog>
  );
}

function Uploads({ file, uploads }: { file: UploadsOf; uploads: readonly KeptUpload[] }) {
  const format = useDateFormat();
  const now = Date.now();
  return (
    <>
      <RowList label={say.list}>
        {uploads.map(({ id, madeMs, bytes, name, current }) => {
          const time = momentText(madeMs, format);
          const restore = () => askToRestore(file, id, time);
          return (
            <ListRow
              key={id}
              title={`${time}, ${agoText(madeMs, now)}`}
              mark={current ? say.current : undefined}
              hint={[name !== file.name && name, filesTexts.size(bytes)]
                .filter(Boolean)
                .join(SEPARATOR)}
              action={
                !current && (
                  <Button aria-label={say.restoreOf(time)} onPress={restore}>
                    {say.restore}
                  </Button>
                )
              }
            />
          );
        })}
      </RowList>
      {uploads.length < 2 && <p className={styles.hint}>{say.none}</p>}
    </>
  );
}

function askToRestore(file: UploadsOf, upload: string, time: string): void {
  const restore = () => {
    closeAllModals();
    void restoreUpload(file, upload);
  };
  showConfirm(say.question(time), say.hint, { text: say.restore, act: restore });
}
