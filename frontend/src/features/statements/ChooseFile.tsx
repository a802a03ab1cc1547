import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button } from '@/components/Button';

const ENDINGS = ['.csv', '.tsv', '.qif', '.ofx', '.qfx', '.xml'];

interface ChooseFileProps {
  label: string;
  isPrimary?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** A button that asks for one file or several. */
export function ChooseFile({ label, isPrimary = false, onFiles }: ChooseFileProps) {
  return (
    <FileTrigger
      allowsMultiple
      acceptedFileTypes={ENDINGS}
      onSelect={(chosen) => onFiles([...(chosen ?? [])])}
    >
      <Button look={isPrimary ? 'primary' : 'plain'} autoFocus={isPrimary}>
        {label}
      </Button>
    </FileTrigger>
  );
}
