/** Addresses of the bank screens. */
export const bankPaths = {
  all: '/bank-sync',
  settings: (accountId: string) => `/bank-sync/account/${accountId}/edit`,
} as const;
