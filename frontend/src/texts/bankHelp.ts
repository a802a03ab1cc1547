/** Help with linking banks, for people who do not know what a provider is. */

import type { BankProviderId } from '@/generated/contract';

interface ProviderHelp {
  /** Who it is for. */
  suits: string;
  cost: string;
  /** How to set it up, step by step. */
  steps: readonly string[];
  /** Where to start. */
  site: { name: string; url: string };
}

export const bankHelpTexts = {
  title: 'Linking your bank',
  lead: 'Banks do not let programs sign in directly. A provider connects them: you allow it to read your account, and your own server fetches new transactions from it. Nobody can move money this way.',
  which: 'Which provider suits me?',
  answers: [
    'You live in the United States or Canada: start with SimpleFIN. It costs a little and is the simplest. Plaid supports more banks and handles pending transactions better.',
    'You live in the European Union, Norway, Iceland or Liechtenstein: use Enable Banking.',
    'You already have an account at GoCardless Bank Account Data: keep using it. It accepts no new customers.',
    'None of them supports your bank: download files from your bank and import them instead.',
  ],
  who: 'Who it is for',
  cost: 'Cost',
  how: 'How to set it up',
  safe: 'Is this safe?',
  safety: [
    'You enter your bank password at your bank or at the provider, never in Sobre.',
    'Your server stores the provider’s credentials encrypted and shows them to nobody, not even to you.',
    'Your server encrypts fetched transactions immediately. Only your devices can open them.',
    'The access is read-only. You can end it at any time: unlink the account here, or revoke the access at your bank.',
  ],
  hints: 'Good to know',
  goodToKnow: [
    'Pending transactions may change or disappear until the bank books them. Sobre shows them as not cleared.',
    'Sobre matches transactions that you entered yourself with those from the bank, so none appears twice.',
    'Many banks end the access after 90 or 180 days. Sobre tells you when to sign in again.',
  ],
  open: (name: string) => `Open ${name}`,
} as const;

export const providerHelp = {
  simpleFin: {
    suits: 'Banks in the United States and Canada. The simplest choice.',
    cost: 'About 15 US dollars a year, paid to SimpleFIN.',
    steps: [
      'Open the SimpleFIN Bridge and create an account there.',
      'Connect your banks there.',
      'Under “Apps”, create a new connection. It shows a setup token, a long text.',
      'Copy the token and paste it here. Each token works once.',
    ],
    site: { name: 'SimpleFIN Bridge', url: 'https://bridge.simplefin.org/simplefin/create' },
  },
  plaid: {
    suits: 'Banks in the United States and Canada, if you do not mind signing up as a developer.',
    cost: 'Free for up to 10 banks with the Trial plan.',
    steps: [
      'Open the Plaid dashboard and sign up. Choose the Trial plan.',
      'Under “Developers” and “Keys”, copy the client ID and the production secret.',
      'Paste both here.',
      'Then link a bank: a Plaid page opens, where you sign in at your bank.',
    ],
    site: { name: 'Plaid dashboard', url: 'https://dashboard.plaid.com/developers/keys' },
  },
  enableBanking: {
    suits: 'Banks in the European Union, Norway, Iceland and Liechtenstein.',
    cost: 'Free for your own accounts.',
    steps: [
      'Open the Enable Banking control panel and sign in with your email address.',
      'Register a new application for “Production”. Enter the redirect address shown here. Your browser saves a .pem file: keep it.',
      'Copy the application ID, choose the .pem file here, and save.',
      'In the control panel, activate the application by linking your own accounts.',
      'Then link your bank here: its own page opens, where you sign in.',
    ],
    site: { name: 'Enable Banking', url: 'https://enablebanking.com/cp/applications' },
  },
  goCardless: {
    suits: 'Banks in Europe and the United Kingdom, if you already have an account.',
    cost: 'Free, but closed to new customers since 2025.',
    steps: [
      'Sign in at GoCardless Bank Account Data.',
      'Under “User secrets”, create a new secret.',
      'Copy the secret ID and the secret key, and paste both here.',
      'Then link your bank here: its own page opens, where you sign in.',
    ],
    site: { name: 'GoCardless', url: 'https://bankaccountdata.gocardless.com/user-secrets/' },
  },
  akahu: {
    suits: 'Banks in New Zealand.',
    cost: 'Free for your own accounts.',
    steps: [
      'Sign in at my.akahu.nz and connect your banks.',
      'Create a personal app there.',
      'Copy the app token and the user token, and paste both here.',
    ],
    site: { name: 'Akahu', url: 'https://my.akahu.nz/developers' },
  },
  pluggyai: {
    suits: 'Banks in Brazil.',
    cost: 'Free for your own accounts.',
    steps: [
      'Connect your banks in MeuPluggy.',
      'Create an application in the Pluggy dashboard.',
      'Copy the client ID, the client secret and the item IDs, and paste them here.',
    ],
    site: { name: 'Pluggy', url: 'https://dashboard.pluggy.ai' },
  },
} as const satisfies Record<BankProviderId, ProviderHelp>;
