import { Check } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { Button } from '@/components/Button';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { distributeByPercent } from '@/domain/transactions/percent';
import {
  amountLeft,
  distributeEvenly,
  distributeInProportion,
  fillRemaining,
  type Split,
} from '@/domain/transactions/splits';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { AmountFormat } from '@/lib/format/amount';
import { registerTexts } from '@/texts/register';
import { transactionsTexts } from '@/texts/transactions';
import { askPercent } from '../dialogs/askPercent';
import { useEntry } from '../useRegisterList';
import styles from './overlay.module.css';
import type { RegisterController } from './RegisterController';
import { useRegister } from './registerStore';
import type { SplitStep } from './Splitting';

interface SplitPanelProps {
  controller: RegisterController;
}

/** Columns that say how a split is shared out. */
const AMOUNTS: ReadonlySet<string> = new Set(['payment', 'deposit']);

/**
 * Under the list, where it covers no row, while the amounts of a split are edited or the split with
 * the focus does not add up: what is left, and ways to give it away.
 */
export function SplitPanel({ controller }: SplitPanelProps) {
  // A line's amount may be about to change; other cells do not need it.
  const isEdited = useRegister(({ edit }) => AMOUNTS.has(edit?.column ?? ''));
  // The panel's menu takes the focus and so ends the edit, but the panel must stay.
  const [isInUse, setInUse] = useState(false);
  const rowId = useRegister((state) => (state.edit ?? state.focus)?.rowId ?? '');
  const { list, amounts, data, folding } = controller.model;
  const entry = useEntry(list, rowId);
  const shownPart = folding.partsOnly ? rowId : entry?.children.at(-1)?.id;
  const isUnfolded = list.lineOf(shownPart ?? '') !== null;
  const left = entry ? amountLeft(entry) : 0;
  const isWanted = isEdited || left !== 0 || isInUse;
  const isShown = entry?.row.is_parent === true && isUnfolded && isWanted;
  useLayoutEffect(() => {
    // The list became lower by the panel.
    if (isShown)
      controller.cellElement({ rowId, column: 'payment' })?.scrollIntoView({ block: 'nearest' });
  }, [isShown, controller, rowId]);
  if (!entry || !isShown) return null;
  const { splitting } = controller;
  return (
    <div
      role="group"
      aria-label={registerTexts.restOfTheSplit}
      data-split-panel
      data-bottom-bar
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape') controller.refocus();
      }}
    >
      <SplitTools
        split={entry}
        childId={entry.row.id === rowId ? null : rowId}
        left={left}
        amounts={amounts}
        data={data}
        onMenu={(isOpen) => {
          setInUse(isOpen);
          if (!isOpen) splitting.leaveMenu();
        }}
        onAdd={() => splitting.addAfterEdit(entry.row.id)}
        onChange={(change, key) => void splitting.change(entry.row.id, change, key)}
      />
    </div>
  );
}

interface SplitToolsProps {
  split: Split;
  /** The part that "Fill remaining" gives to. */
  childId: string | null;
  left: number;
  amounts: AmountFormat;
  data: TransactionData;
  /** The menu opened or closed. */
  onMenu?: (isOpen: boolean) => void;
  onAdd: () => void;
  onChange: (change: (split: Split) => Split, key: SplitStep) => void;
}

/** 'Amount left:' and the buttons that give it away; for saved and for new splits. */
export function SplitTools(props: SplitToolsProps) {
  const { childId, left, amounts, onAdd, onChange } = props;
  return (
    <>
      <span className={styles.left} data-open={left !== 0 || undefined}>
        {left === 0 && <Check size="0.9375rem" aria-hidden="true" />}
        {transactionsTexts.amountLeft} <strong>{amounts.formatFull(left)}</strong>
      </span>
      {childId && left !== 0 && (
        <Button
          look="bare"
          preventFocusOnPress
          onPress={() => onChange((now) => fillRemaining(now, childId), 'filledRest')}
        >
          {registerTexts.fillRemaining}
        </Button>
      )}
      <Distribute {...props} />
      <Button preventFocusOnPress onPress={onAdd}>
        {transactionsTexts.addSplit}
      </Button>
    </>
  );
}

/** Ways to share the amount among the parts. */
function Distribute({ split, left, amounts, data, onMenu, onChange }: SplitToolsProps) {
  const { row, children } = split;
  const hasEmpty = children.some(({ amount }) => amount === 0);
  const nothingLeft = left === 0 ? registerTexts.nothingIsLeftToGive : undefined;
  const share = {
    even: () => onChange(distributeEvenly, 'distributed'),
    proportion: () => onChange(distributeInProportion, 'distributed'),
    percent: () =>
      askPercent({
        split,
        names: children.map(({ category }, at) =>
          [registerTexts.part(at + 1), data.categoryName.get(category ?? '')]
            .filter(Boolean)
            .join(', '),
        ),
        amounts,
        onShare: (shares) => onChange((now) => distributeByPercent(now, shares), 'distributed'),
      }),
  };
  return (
    <MenuTrigger {...(onMenu ? { onOpenChange: onMenu } : {})}>
      <Button look="bare" preventFocusOnPress>
        {registerTexts.distribute}
      </Button>
      <Menu onAction={(key) => share[key as keyof typeof share]()}>
        <MenuItem
          id="even"
          reason={nothingLeft ?? (hasEmpty ? undefined : registerTexts.noLineIsEmpty)}
        >
          {registerTexts.evenlyOverEmptyLines}
        </MenuItem>
        <MenuItem id="proportion" reason={nothingLeft}>
          {registerTexts.inProportionTaxTip}
        </MenuItem>
        <MenuItem id="percent" reason={row.amount === 0 ? registerTexts.noAmountYet : undefined}>
          {registerTexts.byPercent}
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}
