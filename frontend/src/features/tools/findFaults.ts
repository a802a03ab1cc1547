import { checkSplits } from './api';
import { faults } from './repairWords';

/** The faults that a repair of splits would mend, in words. */
export async function findFaults(): Promise<string[]> {
  return faults(await checkSplits());
}
