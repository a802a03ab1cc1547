import type { ReactNode } from 'react';
import type {
  Account,
  AccountId,
  BankAccess,
  BankProvider,
  CreateWebToken,
  OfferedAccount,
} from '@/generated/contract';
import { pushModal } from './modals';

/** A budget whose earlier uploads are looked at. */
export interface UploadsOf {
  /** Id at the server. */
  fileId: string;
  name: string;
  /** Whether this device has the key of an encrypted file. */
  hasKey: boolean;
}

interface Named {
  id: string;
  name: string;
}

/** The payee of a new rule and the category that it sets; the editor asks for missing ones. */
export interface RuleStart {
  payeeId: string | null;
  importedPayee: string | null;
  categoryId: string | null;
}

/** The existing account to link; null for any account or a new one. */
export interface LinkFor {
  upgradingAccountId: AccountId | null;
}

/** How to link an account at a bank. */
export interface ChosenLink {
  external: OfferedAccount;
  /** An existing account, or a new one. */
  to: { id: AccountId } | { offBudget: boolean };
}

/**
 * Dialogs that several features open, by name, with their arguments.
 * The app registers them, so that no feature needs to know who draws one.
 */
export interface NamedModals {
  /** Adds a local account or accounts from a bank, or links an existing one. */
  'add-account': { upgradingAccountId?: AccountId };
  'add-local-account': Record<string, never>;
  /** Closes or deletes an account. */
  'close-account': { id: string };
  /** Takes an account off its bank. */
  'unlink-account': { account: Account };
  /** Sets up a provider, asking which if none is given; then starts linking or calls `onDone`. */
  'set-up-provider': LinkFor & { provider: BankProvider | null; onDone?: () => void };
  /** Chooses the bank, if the provider needs it before the sign-in. */
  'choose-bank': LinkFor & { provider: BankProvider };
  /** Signs in at a bank in another browser tab; calls `onRepaired` after a repair. */
  'plaid-external-msg': LinkFor & { start: CreateWebToken; onRepaired?: () => void };
  /** Chooses how to link the accounts at a bank. */
  'select-linked-accounts': LinkFor & { access: BankAccess };
  /** Asks for names and dates of the chosen accounts, then links them. */
  'configure-linked-accounts': { access: BankAccess; links: readonly ChosenLink[] };
  /** Explains which provider to choose and how to set it up. */
  'bank-help': Record<string, never>;
  /** Shows the bank's data about a transaction. */
  'bank-row': { id: string };
  /** Encrypts the open budget, or with `recreate` gives it another key. */
  'create-encryption-key': { recreate: boolean };
  /** Asks for the password of an encrypted file and goes on once its key is there. */
  'fix-encryption-key': { fileId: string; hasKey: boolean; onFixed: () => void };
  /** The backups of a budget, open or not. */
  'load-backup': { id: string };
  /** The devices that are signed in at the server. */
  devices: Record<string, never>;
  /**
   * Imports files of transactions; without files it asks for them, without an account it finds it
   * by the file or asks.
   */
  'import-transactions': { accountId: string | null; files: readonly File[] };
  /** The rules that mention a payee. */
  'manage-rules': { payee: Named };
  /** Starts a rule from what is known of a transaction. */
  'new-rule': { start: RuleStart };
  /** Opens a stored rule in the editor. */
  'edit-rule': { id: string };
  /** Says why a transaction has its category; `start` begins a rule, none for lines of splits. */
  'why-category': { id: string; start: RuleStart | null };
  /** The uploads that the server keeps of a budget. */
  'earlier-uploads': UploadsOf;
}

type Name = keyof NamedModals;
type Draw<N extends Name> = (args: NamedModals[N], close: () => void) => ReactNode;

/** Parses a dialog's arguments from a link; null if a required one is missing. */
type FromLink<N extends Name> = (params: URLSearchParams) => NamedModals[N] | null;

interface Registered {
  draw: Draw<Name>;
  comesBack: boolean;
  fromLink: FromLink<Name> | undefined;
}

const registered = new Map<Name, Registered>();

interface ModalOptions<N extends Name> {
  /** It is about something that exists, so undoing a step made in it opens it again. */
  comesBack?: boolean;
  /** Lets links open it. */
  fromLink?: FromLink<N>;
}

export function registerModal<N extends Name>(
  name: N,
  draw: Draw<N>,
  { comesBack = false, fromLink }: ModalOptions<N> = {},
): void {
  registered.set(name, { draw: draw as unknown as Draw<Name>, comesBack, fromLink });
}

/** Opens the dialog that a link names; false if there is none or links cannot open it. */
export function openFromLink(name: string, params: URLSearchParams): boolean {
  const args = registered.get(name as Name)?.fromLink?.(params);
  if (!args) return false;
  openModal(name as Name, args);
  return true;
}

/** Opens a registered dialog above all others. A name nobody registered is a mistake. */
export function openModal<N extends Name>(name: N, args: NamedModals[N]): void {
  const known = registered.get(name);
  if (!known) throw new Error(`No dialog is called ${name}`);
  const draw = known.draw as unknown as Draw<N>;
  pushModal(name, (close) => draw(args, close), known.comesBack);
}
