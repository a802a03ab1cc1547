/** Links the chosen accounts: all new ones in one call, then each existing one in its own call. */
import type { AccountId, BankAccess, BankProviderId, LinkChoice } from '@/generated/contract';
import { rereadBanks } from '@/lib/banks/banks';
import { isProblemStatus } from '@/lib/banks/status';
import { send } from '@/lib/connection/backend';
import { errorCode } from '@/lib/connection/callError';
import type { ChosenLink } from '@/lib/modals/named';
import { configureTexts } from '@/texts/bankLinking';
import { explainBankProblem } from '@/texts/bankProblems';
import { bankErrorText } from './bankErrorText';

export type LinkProgress =
  | { state: 'waits' }
  | { state: 'working' }
  | { state: 'done'; accountId: AccountId; problem: string | null }
  | { state: 'failed'; why: string };

/** A link with the options of its first import. */
export interface WantedLink extends ChosenLink {
  choice: LinkChoice;
}

type Report = (links: readonly WantedLink[], progress: LinkProgress) => void;

/** Providers without browser sign-in, which can issue a new token without the user. */
const WITHOUT_BROWSER: readonly BankProviderId[] = ['simpleFin', 'akahu', 'pluggyai'];

export async function runLinks(
  access: BankAccess,
  links: readonly WantedLink[],
  report: Report,
): Promise<void> {
  const added = links.filter(({ to }) => !('id' in to));
  const existing = links.filter(({ to }) => 'id' in to);
  const tokens = tokensOf(access);
  if (added.length > 0) {
    await attempt(added, report, async () => connect(access, added, await tokens()));
  }
  for (const link of existing) {
    await attempt([link], report, async () => [await linkOne(access, link, await tokens())]);
  }
  rereadBanks();
}

/** Returns a token for each call, because a token works once. */
function tokensOf({ provider, publicToken }: BankAccess): () => Promise<string> {
  let isUsed = false;
  return async () => {
    if (isUsed && WITHOUT_BROWSER.includes(provider)) {
      return (await send('bank/accounts', { provider })).publicToken;
    }
    isUsed = true;
    return publicToken;
  };
}

async function attempt(
  links: readonly WantedLink[],
  report: Report,
  act: () => Promise<AccountId[]>,
): Promise<void> {
  report(links, { state: 'working' });
  try {
    const ids = await act();
    const problems = await problemsOf();
    for (const [at, link] of links.entries()) {
      const accountId = ids[at];
      if (accountId === undefined) continue;
      report([link], { state: 'done', accountId, problem: problems.get(accountId) ?? null });
    }
  } catch (error) {
    report(links, { state: 'failed', why: whyNot(error) });
  }
}

function whyNot(error: unknown): string {
  return errorCode(error) === 'unknown-token' ? configureTexts.signInAgain : bankErrorText(error);
}

/** The errors of failed first imports. */
async function problemsOf(): Promise<Map<AccountId, string>> {
  const linked = await send('bank/linked-accounts', {}).catch(() => []);
  const words = linked
    .filter(({ status }) => isProblemStatus(status))
    .map(({ id, error, status, provider }): [AccountId, string] => [
      id,
      explainBankProblem(error, status, provider === 'simpleFin'),
    ]);
  return new Map(words);
}

/** Creates the new accounts; returns their ids in the order of the links. */
function connect(
  { institution }: BankAccess,
  links: readonly WantedLink[],
  publicToken: string,
): Promise<AccountId[]> {
  const idOf = ({ external }: WantedLink) => external.account_id;
  const isOff = ({ to }: WantedLink) => 'offBudget' in to && to.offBudget;
  return send('accounts-connect', {
    institution,
    publicToken,
    accountIds: links.map(idOf),
    offbudgetIds: links.filter(isOff).map(idOf),
    choices: Object.fromEntries(links.map((link) => [idOf(link), link.choice])),
  });
}

async function linkOne(
  { institution }: BankAccess,
  { external, to, choice }: WantedLink,
  publicToken: string,
): Promise<AccountId> {
  const upgradingId = 'id' in to ? to.id : '';
  const accountId = external.account_id;
  await send('accounts-link', { institution, publicToken, accountId, upgradingId, choice });
  return upgradingId;
}
