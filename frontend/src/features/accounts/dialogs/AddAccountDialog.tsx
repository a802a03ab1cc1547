import AddLocalAccountDialog from './AddLocalAccountDialog';

interface AddAccountProps {
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** The way to a new account, at every width: a local one, as no bank can be linked. */
export default function AddAccountDialog(props: AddAccountProps) {
  return <AddLocalAccountDialog {...props} />;
}
