import { plural } from './locale';

/** Words of the server and of signing in. */
export const serverTexts = {
  titles: {
    config: 'Connect a server',
    login: 'Sign in',
    bootstrap: 'Welcome',
    error: 'Server problem',
    change: 'Change server password',
  },
  use: 'Use a server…',
  other: 'Change server…',
  openDevices: 'Signed-in devices…',
  signBrowserOut: 'Sign out of this browser',
  change: 'Change',
  version: (version: string | null) => `Server: ${version === null ? 'N/A' : `v${version}`}`,
  password: 'Password',
  signIn: 'Sign in',
  configLead: 'Sync across devices with your own server. Optional; you can add it later.',
  url: 'Server URL',
  connect: 'Connect',
  signInLead: 'Enter the password of your server to open your budgets on this device.',
  welcomeLead: 'Choose a password for your server. Every device that syncs asks for it once.',
  setupCode: 'Setup code',
  setupCodeHint: 'The server shows it when it starts, and in its log.',
  confirm: 'Confirm password',
  changeLead: 'Devices that are signed in already stay signed in.',
  changeLeadAll: 'Signs out every other device. They sign in again with the new password.',
  alsoSignOut: 'Sign out all other devices',
  signedOut: (count: number) =>
    plural(count, {
      one: '# other device was signed out.',
      other: '# other devices were signed out.',
    }),
  notSignedOut: (why: string) => `Other devices stay signed in. ${why}`,
} as const;
