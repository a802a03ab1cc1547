import type { Account } from '@/generated/contract';
import { BankBanner } from './BankBanner';
import { BankDialog, type BankDialogProps } from './BankDialog';
import { BankScreen } from './BankScreen';

type BankPartProps =
  | { part: 'screen' }
  | { part: 'banner'; account: Account }
  | ({ part: 'dialog' } & BankDialogProps);

/** All bank screens in one script, because the start page lists every script by name. */
export default function BankPart(props: BankPartProps) {
  if (props.part === 'screen') return <BankScreen />;
  if (props.part === 'banner') return <BankBanner account={props.account} />;
  return <BankDialog {...props} />;
}
