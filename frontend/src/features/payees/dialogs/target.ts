import type { PayeeRow } from '../model/rows';

/** A payee that stays or goes in a merge. */
export type Target = Pick<PayeeRow, 'id' | 'name'>;
