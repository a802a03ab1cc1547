/** Payees that are typed for the first time: they are made in one step with what names them. */

import { newPayeeName } from '@/components/pickers/payeeOptions';
import { newId } from '@/lib/ids/newId';
import type { Transaction } from './transaction';

export interface NewPayee {
  id: string;
  name: string;
}

/** An existing payee; one with an account turns its transactions into transfers. */
type Known = NewPayee & { transfer_acct?: string | null };

/** The value of a payee field; a new payee becomes an id if one of that name exists by now. */
export function knownPayee(value: string | null, payees: readonly Known[]): string | null {
  const name = newPayeeName(value);
  if (name === null) return value;
  return payees.find((payee) => payee.name === name && !payee.transfer_acct)?.id ?? value;
}

/** Collects what is new while the values of payee fields become ids. */
export class NewPayees {
  readonly made: NewPayee[] = [];
  private readonly known: readonly Known[];

  /** `known` are the existing payees, perhaps created since the value was typed. */
  constructor(known: readonly Known[] = []) {
    this.known = known;
  }

  /** The id for what a payee field gives; one name is one payee. */
  idOf(value: string | null): string | null {
    const known = knownPayee(knownPayee(value, this.made), this.known);
    const name = newPayeeName(known);
    if (name === null) return known;
    const payee = { id: newId(), name };
    this.made.push(payee);
    return payee.id;
  }

  /** The rows with ids for payees. */
  within(rows: readonly Transaction[]): Transaction[] {
    return rows.map((row) => ({ ...row, payee: this.idOf(row.payee) }));
  }
}
