/** Extends the grid for payees: columns, selection and links to transactions. */
import type { At, Press } from '@/components/grid/GridController';
import type { GridState, GridStore, Place } from '@/components/grid/gridStore';
import { ListController } from '@/components/grid/ListController';
import { PAYEE_ACTIONS } from '../actions/payeeActions';
import type { PayeeRow } from '../model/rows';

export type PayeeColumn = 'select' | 'favorite' | 'name' | 'transactions' | 'rules' | 'learns';

const COLUMNS: readonly PayeeColumn[] = [
  'select',
  'favorite',
  'name',
  'transactions',
  'rules',
  'learns',
];
/** A phone shows two; the rest is in the menu of the row. */
const TOUCH_COLUMNS: readonly PayeeColumn[] = ['name', 'transactions'];

/** A name is being typed. */
export interface NameEdit extends Place<PayeeColumn> {
  /** A rejected name, for correction. */
  text?: string;
}

export type PayeesState = GridState<PayeeColumn, NameEdit>;
export type PayeesStore = GridStore<PayeeColumn, NameEdit>;
export type PayeeAt = At<PayeesController>;

export class PayeesController extends ListController<PayeeRow, PayeeColumn, NameEdit> {
  /** Leads to the transactions of a payee. */
  onShow: (row: PayeeRow) => void = () => {};

  override get actions() {
    return PAYEE_ACTIONS;
  }

  get columns(): readonly PayeeColumn[] {
    return this.isTouch ? TOUCH_COLUMNS : COLUMNS;
  }

  get mainColumn(): PayeeColumn {
    return 'name';
  }

  override press(place: Place<PayeeColumn>, { shift, command }: Press): void {
    if (this.isTouch) this.act('row-menu', place);
    else if (shift) this.selectTo(place.rowId);
    else if (command || place.column === 'select') this.toggleSelected(place.rowId);
  }

  override doublePress(place: Place<PayeeColumn>): void {
    if (place.column === 'name') this.act('rename', place);
  }

  rename(edit: NameEdit): void {
    this.scrollTo(this.source.indexOf(edit.rowId));
    this.patch({ edit });
  }

  /** Reopens a rejected name for correction, unless the user has moved on. */
  renameAgain(edit: NameEdit): void {
    if (this.hasDomFocus() && !this.store.getState().edit) this.patch({ edit });
  }
}
