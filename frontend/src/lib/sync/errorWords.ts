/** The words for errors of sync, upload, download and keys. */

import { CallError, errorCode } from '@/lib/connection/callError';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';

/** Where to turn to with a reason that nobody has words for. */
const CONTACT = 'Please open an issue with this reason on the issue tracker for support.';

/** Why a key could not be made or tried. */
export function keyErrorText(error: unknown): string {
  switch (errorCode(error)) {
    case 'network':
      return exact.contactFailed;
    case 'old-key-style':
      return 'This file uses an unsupported key style. Generate a new key on a device that can read it.';
    case 'decrypt-failure':
      return exact.wrongKeyPassword;
    case 'invalid-password':
      return exact.passwordEmpty;
    default:
      return uploadErrorText(error);
  }
}

/** Why a budget could not be uploaded, or its sync not be reset. */
export function uploadErrorText(error: unknown): string {
  switch (errorCode(error)) {
    case 'unauthorized':
    case 'token-expired':
      return exact.notSignedIn;
    case 'encrypt-failure':
      return 'The budget could not be encrypted: its key is missing on this device. Generating a new key helps.';
    case 'file-has-reset':
      return exact.resetFailed;
    case 'file-has-new-key':
      return 'The budget was encrypted with a new key elsewhere. Enter its password on this device first.';
    case 'network':
      return exact.uploadFailed;
    case 'broken-answer':
    case 'too-large':
      return errorText(error);
    case 'beta-version':
      return exact.betaVersion;
    default:
      return `${internalText(error)} ${CONTACT}`;
  }
}

/** Why a budget could not be downloaded. */
export function downloadErrorText(error: unknown): string {
  switch (errorCode(error)) {
    case 'network':
    case 'network-failure':
    case 'download-failure':
      return exact.downloadFailed;
    case 'invalid-zip-file':
    case 'invalid-meta-file':
    case 'invalid-db-file':
      return 'The downloaded file is invalid. Please try again, or upload it anew from a device that has it.';
    case 'decrypt-failure':
      return 'Unable to decrypt the file.';
    case 'not-encrypted':
      return 'This file is encrypted, but the server hands it out plainly, so it was not taken. Somebody may have exchanged it. A device that has the budget can reset sync.';
    case 'out-of-sync-migrations':
      return 'This file was made by a newer version of the app. The app must be updated to open it.';
    case 'unauthorized':
    case 'token-expired':
      return exact.notSignedIn;
    case 'broken-answer':
      return errorText(error);
    default:
      return internalText(error);
  }
}

/** An error without words of its own keeps those of the backend, with its reason to report. */
function internalText(error: unknown): string {
  if (!(error instanceof CallError)) return exact.internal;
  const { reason } = (error.meta ?? {}) as { reason?: unknown };
  return `${errorText(error)} (${typeof reason === 'string' ? reason : error.code})`;
}
