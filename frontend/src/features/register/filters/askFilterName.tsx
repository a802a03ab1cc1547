import { useState } from 'react';
import { errorText, exact } from '@/app/texts';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { TextField } from '@/components/TextField';
import { pushModal } from '@/lib/modals/modals';

interface FilterNameProps {
  title: string;
  name: string;
  /** Keeps the filter under the name; it rejects when the name cannot be had. */
  keep: (name: string) => Promise<void>;
}

/** Asks under which name a filter is kept. */
export function askFilterName(props: FilterNameProps): void {
  pushModal('filter-name', (close) => <FilterNameDialog {...props} onClose={close} />);
}

function FilterNameDialog({ title, name, keep, onClose }: FilterNameProps & { onClose(): void }) {
  const [text, setText] = useState(name);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (isBusy) return;
    if (text.trim() === '') return setError(exact.nameRequired);
    setBusy(true);
    try {
      await keep(text.trim());
      onClose();
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isBusy={isBusy}
      isDirty={text !== name}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isBusy}>
            Cancel
          </Button>
          <Button look="primary" type="submit" form="filter-name" isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="filter-name"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label="Name"
          value={text}
          error={error}
          autoComplete="off"
          autoFocus
          onChange={(next) => {
            setText(next);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
