/** Addresses of the screens about banks. */
export const bankPaths = {
  all: '/bank-sync',
  settings: (accountId: string) => `/bank-sync/account/${accountId}/edit`,
} as const;
