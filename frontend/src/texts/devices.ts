/** Words of the devices that are signed in to the server. */
export const devicesTexts = {
  title: 'Signed-in devices',
  lead: 'These devices can open the budgets of your server. Signing one out deletes nothing on it.',
  list: 'Devices',
  loading: 'Loading devices',
  failed: 'The devices did not load.',
  unsupported: 'This server cannot list devices. To block others, change its password.',
  own: 'This device',
  unknown: 'Unknown device',
  used: (signedIn: string, used: string) => `Signed in ${signedIn}, last used ${used}`,
  signOut: 'Sign out',
  signOutOf: (name: string) => `Sign out ${name}`,
  signOutOthers: 'Sign out all others',
  signedOutOf: (name: string) => `${name} was signed out`,
} as const;
