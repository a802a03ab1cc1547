import type { Account } from '@/generated/contract';
import { BankBanner } from './BankBanner';
import { BankDialog, type BankDialogProps } from './BankDialog';
import { BankScreen } from './BankScreen';

type BankPartProps =
  | { part: 'screen' }
  | { part: 'banner'; account: Account }
  | ({ part: 'dialog' } & BankDialogProps);

/** Whatever is about banks, in one script: the page begins with the names of all scripts. */
export default function BankPart(props: BankPartProps) {
  if (props.part === 'screen') return <BankScreen />;
  if (props.part === 'banner') return <BankBanner account={props.account} />;
  return <BankDialog {...props} />;
}
